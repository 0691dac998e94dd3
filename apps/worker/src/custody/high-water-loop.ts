import { messageOf } from '@gateway/domain/kernel/error'
import { guardDatabase } from '@gateway/operations/custody/recovery/guard-database'
import { advanceHighWater } from '@gateway/operations/custody/recovery/advance-high-water'
import { retireAddresses } from '@gateway/operations/custody/address-pool/retire-addresses'
import type { SignerContext } from '@gateway/operations/custody/signer-context'
import { recurring, type RunningRole } from '../running-role.ts'

const LOOK_EVERY_MS = 1_000

/** Checks every second whether the database was restored from a backup, and releases attempts stored by a signer that died. */
export const runHighWaterLoop = (ctx: SignerContext): RunningRole =>
  recurring(LOOK_EVERY_MS, () =>
    look(ctx).catch((error: unknown) => ctx.log.warn({ problem: messageOf(error) }, 'high-water check failed')),
  )

async function look(ctx: SignerContext): Promise<void> {
  await guardDatabase(ctx)
  await advanceHighWater(ctx)
  // An old seed may be in other hands: its unused addresses are retired.
  await retireAddresses(ctx.orm.em.fork(), { belowGeneration: ctx.generation })
}
