import type { Em } from '@gateway/db/orm'
import { lockPayments } from '@gateway/db/payments/queries'
import { NotFound } from '@gateway/domain/kernel/error'
import { ForwardHeld } from '@gateway/domain/payments/errors'
import { splitPaid } from '@gateway/domain/payments/rules'
import type { PaymentAdvanced } from '@gateway/workflows/payments/signals'
import type { SignerContext } from '../custody/signer-context.ts'
import { type SignedAttempt, signWaiting } from '../custody/sign-waiting.ts'
import { transaction } from '../transaction.ts'
import { standOf } from './payment-messages.ts'
import { advancePaid } from './payment-subject.ts'

/**
 * Signs the forward of a confirmed payment and stores it; the payment is `forwarding` in the same transaction.
 *
 * Asking again does nothing: what is signed stays signed, with the same bytes. Sending is not this operation's work.
 *
 * @returns where the payment stands, so that a run which missed the news goes on from there.
 *
 * @throws {ForwardHeld} when a cap or a missing estimate holds it; the reason stands on the intent too.
 */
export async function signForward(ctx: SignerContext, { paymentId }: { paymentId: string }): Promise<PaymentAdvanced> {
  await ctx.failpoint('S4')
  const { signing, stand } = await transaction(ctx, async (em) => {
    const result = await signWaiting(em, ctx, { purpose: 'forward', ref: paymentId })
    if (result.outcome === 'signed') await advancePaid(em, ctx, { payouts: payoutsOf(result.attempt), inputs: ['sign'], sent: false })
    return { signing: result, stand: await readStand(em, paymentId) }
  })
  if (signing.outcome === 'held') throw new ForwardHeld(signing.held.reason)
  if (stand.state === 'confirmed') throw new ForwardHeld('nothing_to_forward')
  return stand
}

async function readStand(em: Em, paymentId: string): Promise<PaymentAdvanced> {
  const [payment] = await lockPayments(em, [paymentId])
  if (!payment) throw new NotFound('payment')
  return standOf(payment)
}

const payoutsOf = ({ intents, txId, feeUnits, platformPaid }: SignedAttempt) =>
  intents.map((intent) => ({ ref: intent.ref, leg: intent.leg, txId, platformPaid, split: splitPaid(intent, feeUnits ?? 0n) }))
