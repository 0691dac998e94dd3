import type { Em } from '@gateway/db/orm'
import { lockPayments } from '@gateway/db/payments/queries'
import { NotFound } from '@gateway/domain/kernel/error'
import { ForwardHeld } from '@gateway/domain/payments/errors'
import { splitPaid } from '@gateway/domain/payments/rules'
import type { PaymentAdvanced } from '@gateway/workflows/payments/signals'
import { openJudging } from '../custody/judging-context.ts'
import { releaseAttempts } from '../custody/release-attempts.ts'
import type { SignerContext } from '../custody/signer-context.ts'
import { signAllWaiting, type SignedAttempt } from '../custody/sign-waiting.ts'
import { newsOf, type PayoutNews } from '../subjects.ts'
import { transaction } from '../transaction.ts'
import { standOf } from './payment-messages.ts'
import { advancePaid } from './payment-subject.ts'

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
  const judging = await openJudging(ctx)
  const { held, stand } = await transaction(ctx, async (em) => {
    const signings = await signAllWaiting(em, judging, { purpose: 'forward', ref: paymentId })
    const payouts = signings.flatMap((signing) => (signing.outcome === 'signed' ? payoutsOf(signing.attempt) : []))
    await advancePaid(em, ctx, { payouts, inputs: ['sign'], sent: false })
    return { held: signings.find((signing) => signing.outcome === 'held'), stand: await readStand(em, paymentId) }
  })
  await releaseAttempts(ctx)
  if (stand.state === 'confirmed') throw new ForwardHeld(held ? held.held.reason : 'nothing_to_forward')
  return stand
}

async function readStand(em: Em, paymentId: string): Promise<PaymentAdvanced> {
  const [payment] = await lockPayments(em, [paymentId])
  if (!payment) throw new NotFound('payment')
  return standOf(payment)
}

const payoutsOf = ({ permits, txId, feeUnits, platformPaid }: SignedAttempt): PayoutNews[] =>
  permits.map(({ intent }) => newsOf(intent, { txId, platformPaid, split: splitPaid(intent, feeUnits ?? 0n) }))
