import type { CardPaymentEntity } from '@gateway/db/cards/card-payment.entity'
import type { Em } from '@gateway/db/orm'
import type { ChargeFacts } from '@gateway/domain/cards/facts'
import { cardUnmatched } from '@gateway/domain/ledger/card-templates'
import type { LedgerTransfer } from '@gateway/domain/ledger/entry'
import { isFiatCode } from '@gateway/domain/money/fiat'
import { postTransfers } from '../../ledger/post-transfer.ts'
import { advanceCards, type Card } from '../lifecycle/advance-cards.ts'
import { cardHolding } from '../lifecycle/card-holding.ts'
import { holdCard } from '../lifecycle/hold-card.ts'
import type { ProcessorContext } from '../lifecycle/processor-context.ts'
import { costOf } from './post-charge.ts'

/** True when exactly what a payment asks for was charged. */
export const matchesPayment = ({ amountMinor, currency }: CardPaymentEntity, charge: ChargeFacts): boolean =>
  charge.capturedMinor === amountMinor && charge.currency === currency

/**
 * Holds a payment whose charge has another amount or currency, once: its state stays, what the platform has of it is booked as nobody's, and an operator decides.
 * The money of a direct charge is its merchant's already; the platform has its fee.
 */
export async function holdCharge(
  em: Em,
  ctx: ProcessorContext,
  { payment, escrow, charge }: Card & { charge: ChargeFacts },
): Promise<void> {
  const isFirst = payment.chargeId === null
  payment.chargeId = charge.id
  payment.applicationFeeId = charge.applicationFeeId ?? payment.applicationFeeId
  const isKnown = escrow ? charge.balance !== null : charge.applicationFeeMinor === 0n || payment.applicationFeeId !== null
  if (isKnown) payment.lookAt = null
  await postTransfers(em, ctx, bookingOf({ payment, escrow, charge }))
  if (isFirst) await holdCard(em, ctx, { payment, escrow, reason: 'amount_differs', alarm: 'card_amount_differs' })
  else await advanceCards(em, ctx, { payment, escrow })
}

function bookingOf({ payment, escrow, charge }: Card & { charge: ChargeFacts }): LedgerTransfer[] {
  const { id, capturedMinor, applicationFeeMinor, currency, balance } = charge
  const amountMinor = escrow ? capturedMinor : applicationFeeMinor
  const unmatched =
    isFiatCode(currency) && amountMinor > 0n ? [cardUnmatched({ ...cardHolding(payment), currency }, { id, amountMinor })] : []
  return [...unmatched, ...(escrow ? costOf(cardHolding(payment), balance) : [])]
}
