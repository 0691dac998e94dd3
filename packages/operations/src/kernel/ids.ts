import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import type { Ids } from './context.ts'

const CHANCE_STEPS = 2 ** 32

/** Identifiers from the operating system's cryptographic generator. */
export const cryptoIds: Ids = {
  uuid: () => randomUUID(),
  event: () => `evt_${randomBytes(16).toString('hex')}`,
  bytes: (length) => randomBytes(length),
  chance: () => randomInt(CHANCE_STEPS) / CHANCE_STEPS,
}
