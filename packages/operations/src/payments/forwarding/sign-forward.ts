import type { Em } from '@gateway/db/orm'
import { lockPayments } from '@gateway/db/payments/queries'
import { NotFound } from '@gateway/domain/kernel/error'
import { ForwardHeld } from '@gateway/domain/payments/errors'
import { splitPaid } from '@gateway/domain/payments/rules'
import type { PaymentAdvanced } from '@gateway/workflows/payments/signals'
import { openPricedSigner } from '../../custody/costs/priced-signer.ts'
import { advanceHighWater } from '../../custody/recovery/advance-high-water.ts'
import type { SignerContext } from '../../custody/signer-context.ts'
import { signPayouts } from '../../custody/signing/sign-payouts.ts'
import type { SignedAttempt } from '../../custody/signing/signed-attempt.ts'
import { payoutChangeOf, type PayoutChange } from '../../kernel/address-owners.ts'
import { transaction } from '../../kernel/transaction.ts'
import { announceUpdates } from '../lifecycle/announce-updates.ts'
import { stateVersionOf } from '../lifecycle/workflow-messages.ts'
import { advancePaid } from './advance-paid.ts'

/**
 * Signs the waiting rounds of a payment and stores the attempt; the payment becomes `forwarding` in the same transaction. The attempt may be
 * broadcast once the high-water file contains it. Repeating it does nothing: a signed attempt keeps its bytes.
 *
 * @returns the payment's state, so that a run which missed a signal continues from there.
 *
 * @throws {ForwardHeld} when a cap or a missing estimate holds the round of a confirmed payment. The intent stores the reason; the sweep retries other
 * rounds.
 */
export async function signForward(ctx: SignerContext, { paymentId }: { paymentId: string }): Promise<PaymentAdvanced> {
  await ctx.failpoint('beforeSigning')
  const judging = await openPricedSigner(ctx)
  const { held, stand } = await transaction(ctx, async (em) => {
    const signings = await signPayouts(em, judging, { purpose: 'forward', ref: paymentId })
    const payouts = signings.flatMap((signing) => (signing.outcome === 'signed' ? payoutsOf(signing.attempt) : []))
    await advancePaid(em, ctx, { payouts, inputs: ['sign'], sent: false })
    const held = signings.find((signing) => signing.outcome === 'held')
    if (held) await announceUpdates(em, ctx, [paymentId])
    return { held, stand: await readStand(em, paymentId) }
  })
  await advanceHighWater(ctx)
  if (stand.state === 'confirmed') throw new ForwardHeld(held ? held.held.reason : 'nothing_to_forward')
  return stand
}

async function readStand(em: Em, paymentId: string): Promise<PaymentAdvanced> {
  const [payment] = await lockPayments(em, [paymentId])
  if (!payment) throw new NotFound('payment')
  return stateVersionOf(payment)
}

const payoutsOf = ({ permits, txId, feeUnits, platformPaid }: SignedAttempt): PayoutChange[] =>
  permits.map(({ intent }) => payoutChangeOf(intent, { txId, platformPaid, split: splitPaid(intent, feeUnits ?? 0n) }))
