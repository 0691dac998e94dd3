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
import { type SignedAttempt } from '../../custody/signing/signed-attempt.ts'
import { payoutChangeOf, type PayoutChange } from '../../kernel/address-owners.ts'
import { transaction } from '../../kernel/transaction.ts'
import { stateVersionOf } from '../lifecycle/workflow-messages.ts'
import { advancePaid } from './advance-paid.ts'

/**
 * Signs what waits of the forwarding of a payment and stores it; the payment is `forwarding` in the same transaction.
 * What is stored may be sent once the signer's file knows it.
 *
 * Asking again does nothing: what is signed stays signed, with the same bytes. Sending is not this operation's work.
 *
 * @returns where the payment stands, so that a run which missed the news goes on from there.
 *
 * @throws {ForwardHeld} when a cap or a missing estimate holds what a confirmed payment waits for. The reason stands on the intent too; rounds that
 * nothing waits for are asked for again by the sweeper.
 */
export async function signForward(ctx: SignerContext, { paymentId }: { paymentId: string }): Promise<PaymentAdvanced> {
  await ctx.failpoint('S4')
  const judging = await openPricedSigner(ctx)
  const { held, stand } = await transaction(ctx, async (em) => {
    const signings = await signPayouts(em, judging, { purpose: 'forward', ref: paymentId })
    const payouts = signings.flatMap((signing) => (signing.outcome === 'signed' ? payoutsOf(signing.attempt) : []))
    await advancePaid(em, ctx, { payouts, inputs: ['sign'], sent: false })
    return { held: signings.find((signing) => signing.outcome === 'held'), stand: await readStand(em, paymentId) }
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
