import { messageOf } from '@gateway/domain/kernel/error'
import { guardDatabase } from '@gateway/operations/custody/recovery/guard-database'
import { advanceHighWater } from '@gateway/operations/custody/recovery/advance-high-water'
import { retireAddresses } from '@gateway/operations/custody/address-pool/retire-addresses'
import type { SignerContext } from '@gateway/operations/custody/signer-context'
import { recurring, type RunningRole } from '../running-role.ts'

const LOOK_EVERY_MS = 1_000

/** Looks every second whether the database was put back, and lets out what a signer has stored that died before it could. */
export const runHighWaterLoop = (ctx: SignerContext): RunningRole =>
  recurring(LOOK_EVERY_MS, () =>
    look(ctx).catch((error: unknown) => ctx.log.warn({ problem: messageOf(error) }, 'the sequence could not be looked at')),
  )

async function look(ctx: SignerContext): Promise<void> {
  await guardDatabase(ctx)
  await advanceHighWater(ctx)
  // Whoever has an old seed has the keys of its addresses; none of them is given out any more.
  await retireAddresses(ctx.orm.em.fork(), { belowGeneration: ctx.generation })
}
