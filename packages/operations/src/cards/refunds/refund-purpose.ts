import type { CardRefundEntity } from '@gateway/db/cards/card-refund.entity'
import { lockRefund, readRefund } from '@gateway/db/cards/refund-queries'
import type { Em } from '@gateway/db/orm'
import type { RefundFacts } from '@gateway/domain/cards/facts'
import { NotFound } from '@gateway/domain/kernel/error'
import { readRefund as readRefundAnswer } from '@gateway/providers/stripe/answers/money'
import { refundsOf } from '@gateway/providers/stripe/requests/look-ups'
import { refundCreation } from '@gateway/providers/stripe/requests/refunds'
import { chargedAccount } from '../lifecycle/card-holding.ts'
import { requirePlanned } from '../lifecycle/require-planned.ts'
import { type IntentSubject, purpose } from '../lifecycle/purpose.ts'
import { applyRefund, refuseRefund } from './apply-refund.ts'

/** A refund of a charge. Its application fee stays: the share of it goes back by a call of its own. */
export const refundPurpose = purpose<RefundFacts>({
  request: async (em, _ctx, { payment, intent }) => {
    const { id: refundId, paymentId, amountMinor, state } = await requireRefund(em, intent)
    const isAsPlanned = paymentId === payment.id && amountMinor === intent.amountMinor && state === 'pending'
    requirePlanned(isAsPlanned && amountMinor <= payment.pendingMinor, intent)
    return refundCreation({
      intentId: intent.id,
      refundId,
      paymentIntentId: paymentIntentOf({ payment }),
      amountMinor,
      account: chargedAccount(payment),
    })
  },
  read: readRefundAnswer,
  list: async (_em, { payment }) => refundsOf(paymentIntentOf({ payment }), chargedAccount(payment)),
  readListed: readRefundAnswer,
  done: async (em, ctx, { payment, escrow, intent, facts }) =>
    applyRefund(em, ctx, { payment, escrow, facts, refund: await requireRefund(em, intent, lockRefund) }),
  refused: async (em, ctx, { payment, escrow, intent, refusal }) =>
    refuseRefund(em, ctx, { payment, escrow, failure: refusal.code ?? 'refused', refund: await requireRefund(em, intent, lockRefund) }),
})

type Read = (em: Em, of: { id: string }) => Promise<CardRefundEntity | undefined>

/** @throws {NotFound} */
async function requireRefund(em: Em, { ref: id }: IntentSubject['intent'], read: Read = readRefund): Promise<CardRefundEntity> {
  const refund = await read(em, { id })
  if (!refund) throw new NotFound('refund')
  return refund
}

/** @throws {Error} for a payment that was not charged; its refund could not be planned. */
function paymentIntentOf({ payment }: Pick<IntentSubject, 'payment'>): string {
  if (payment.paymentIntentId === null) throw new Error('a card payment without a charge is not refunded')
  return payment.paymentIntentId
}
