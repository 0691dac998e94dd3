import type { CardPaymentEntity } from '@gateway/db/cards/card-payment.entity'
import type { Em } from '@gateway/db/orm'
import type { ChargeFacts } from '@gateway/domain/cards/facts'
import { cardUnmatched } from '@gateway/domain/ledger/card-templates'
import { isFiatCode } from '@gateway/domain/money/fiat'
import { postTransfers } from '../../ledger/post-transfer.ts'
import type { Card } from '../lifecycle/advance-cards.ts'
import { cardHolding } from '../lifecycle/card-holding.ts'
import { holdCard } from '../lifecycle/hold-card.ts'
import type { ProcessorContext } from '../lifecycle/processor-context.ts'
import { costOf } from './post-charge.ts'

/** True when exactly what a payment asks for was charged. */
export const matchesPayment = ({ amountMinor, currency }: CardPaymentEntity, charge: ChargeFacts): boolean =>
  charge.capturedMinor === amountMinor && charge.currency === currency

/**
 * Holds a payment whose charge has another amount or currency: its state stays, its money is booked as nobody's, and an operator decides. The money of a
 * direct charge is its merchant's already and not the platform's to book.
 */
export async function holdCharge(
  em: Em,
  ctx: ProcessorContext,
  { payment, escrow, charge }: Card & { charge: ChargeFacts },
): Promise<void> {
  payment.lookAt = null
  if (escrow && isFiatCode(charge.currency)) {
    const holding = { ...cardHolding(payment), currency: charge.currency }
    const unmatched = cardUnmatched(holding, { id: charge.id, amountMinor: charge.capturedMinor })
    await postTransfers(em, ctx, [unmatched, ...costOf(holding, charge.balance)])
  }
  await holdCard(em, ctx, { payment, escrow, reason: 'amount_differs', alarm: 'card_amount_differs' })
}
