import { readRefund } from '@gateway/db/cards/refund-queries'
import type { Em } from '@gateway/db/orm'
import type { FeeRefundFacts } from '@gateway/domain/cards/facts'
import { cardFeeReturned } from '@gateway/domain/ledger/card-templates'
import { readFeeRefund } from '@gateway/providers/stripe/answers/money'
import { feeRefundsOf } from '@gateway/providers/stripe/requests/look-ups'
import { feeRefundCreation } from '@gateway/providers/stripe/requests/refunds'
import { postTransfers } from '../../ledger/post-transfer.ts'
import { advanceCards } from '../lifecycle/advance-cards.ts'
import { cardHolding } from '../lifecycle/card-holding.ts'
import { holdCard } from '../lifecycle/hold-card.ts'
import { requireCounted, requirePlanned } from '../lifecycle/require-planned.ts'
import { type IntentSubject, purpose } from '../lifecycle/purpose.ts'
import type { ProcessorContext } from '../lifecycle/processor-context.ts'

/** The share of the application fee that goes back to the merchant after a refund of a direct payment (L10 in reverse). */
export const feeRefundPurpose = purpose<FeeRefundFacts>({
  request: async (em, ctx, subject) => {
    const { payment, intent } = subject
    const refund = await readRefund(em, { id: intent.ref })
    requirePlanned(refund?.paymentId === payment.id, intent)
    await requireCounted(em, subject, payment.feeReturnedMinor - payment.feeReturnedElsewhereMinor)
    // It has failed before its fee went back, so the platform keeps the fee.
    if (refund?.state !== 'succeeded') {
      await countBack(em, ctx, subject)
      return undefined
    }
    return feeRefundCreation({ intentId: intent.id, applicationFeeId: feeOf(payment), amountMinor: intent.amountMinor })
  },
  read: readFeeRefund,
  list: async (_em, { payment }) => feeRefundsOf(feeOf(payment)),
  readListed: readFeeRefund,
  done: async (em, ctx, { payment, escrow, intent, facts: { id, amountMinor } }) => {
    await postTransfers(em, ctx, [cardFeeReturned(cardHolding(payment), { id, feeMinor: amountMinor })])
    if (amountMinor !== intent.amountMinor)
      await holdCard(em, ctx, { payment, escrow, reason: 'fee_refund_differs', alarm: 'card_amount_differs' })
  },
  refused: async (em, ctx, subject) => {
    await countBack(em, ctx, subject)
    await holdCard(em, ctx, { ...subject, reason: 'fee_refund_refused', alarm: 'card_fee_refund_refused' })
  },
})

async function countBack(em: Em, ctx: ProcessorContext, { payment, escrow, intent }: IntentSubject): Promise<void> {
  payment.feeReturnedMinor -= intent.amountMinor
  await advanceCards(em, ctx, { payment, escrow })
}

/** @throws {Error} for a charge without a fee, of which nothing is due. */
function feeOf({ applicationFeeId }: IntentSubject['payment']): string {
  if (applicationFeeId === null) throw new Error('a charge without an application fee has none to return')
  return applicationFeeId
}
