import type { ProcessorPurpose } from '@gateway/domain/cards/purposes'
import { chargePurpose } from '../charges/charge-purpose.ts'
import { handlerOf, type PurposeHandler } from './send-call.ts'

/** What the engine does for each purpose. */
export const purposes: Readonly<Partial<Record<ProcessorPurpose, PurposeHandler>>> = {
  card_charge: handlerOf(chargePurpose),
}

/** The handler of a purpose. @throws {Error} for one that this version does not carry out. */
export function purposeOf(name: ProcessorPurpose): PurposeHandler {
  const handler = purposes[name]
  if (!handler) throw new Error(`${name} is not carried out by this version`)
  return handler
}
