import { bumpStuckAttempts } from '@gateway/operations/custody/fee-bumping/bump-stuck-attempts'
import { signRefunds } from '@gateway/operations/custody/signing/sign-refunds'
import { announcePayouts } from '@gateway/operations/payments/lifecycle/announce-updates'
import type { SignerContext } from '@gateway/operations/custody/signer-context'
import { recurring, type RunningRole } from '../running-role.ts'

const LOOK_EVERY_MS = 1_000

/** Bumps the fees of unmined payouts on every chain, and signs due refunds; their rows are searched, so no workflow has to ask for it. */
export const runSigningLoop = (ctx: SignerContext): RunningRole =>
  recurring(LOOK_EVERY_MS, async () => {
    for (const rail of ctx.rails.values()) {
      await bumpStuckAttempts(ctx, rail).catch((error: unknown) =>
        ctx.log.warn({ chain: rail.chain, problem: String(error) }, 'fee bump pass failed'),
      )
    }
    await signRefunds(ctx, announcePayouts).catch((error: unknown) =>
      ctx.log.warn({ role: 'signer', problem: String(error) }, 'refund pass failed'),
    )
  })
