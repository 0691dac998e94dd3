import { messageOf } from '@gateway/domain/kernel/error'
import { liftApprovedPauses } from '@gateway/operations/custody/pauses/lift-pauses'
import type { SignerContext } from '@gateway/operations/custody/signer-context'
import { recurring, type RunningRole } from '../running-role.ts'

const LIFT_INTERVAL_MS = 1_000

/** Lifts the pauses that two operators have approved, every second. */
export const runLiftingLoop = (ctx: SignerContext): RunningRole =>
  recurring(LIFT_INTERVAL_MS, () =>
    liftApprovedPauses(ctx).catch((error: unknown) => ctx.log.warn({ problem: messageOf(error) }, 'lifting approved pauses failed')),
  )
