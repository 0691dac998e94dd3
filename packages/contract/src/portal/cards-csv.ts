import { cardFeeMinor, splitRelease } from '@gateway/domain/cards/card-money'
import type { CardPayment } from '@gateway/domain/cards/card-payment'
import { formatUnits } from '@gateway/domain/money/decimal'
import { fiatDecimals } from '@gateway/domain/money/fiat'
import type { SeenCardPayment } from '../cards.ts'
import { presentTime, presentTimeOrNull } from '../wire/time.ts'
import { BYTE_ORDER_MARK, csvLine } from './csv.ts'
import { orderOf } from './payments.ts'

type Cell = string | null

const units = ({ currency }: CardPayment, minor: bigint | null): Cell =>
  minor === null ? null : formatUnits(minor, fiatDecimals[currency])

/** The fee of what is left of the capture; null before the charge. */
const feeOf = (payment: CardPayment): bigint | null =>
  payment.capturedMinor === null ? null : cardFeeMinor({ ...payment, capturedMinor: payment.capturedMinor })

/** Of what is left of the capture, what the fee leaves; null before the charge. */
const merchantOf = (payment: CardPayment): bigint | null =>
  payment.capturedMinor === null ? null : splitRelease({ ...payment, capturedMinor: payment.capturedMinor }).transferMinor

/** Amounts are in whole units of `currency`; times name their zone in the head too. */
const columns: Readonly<Record<string, (payment: CardPayment, seen: SeenCardPayment) => Cell>> = {
  id: ({ id }) => id,
  created_at_utc: ({ createdAt }) => presentTime(createdAt),
  status: ({ state }) => state,
  kind: ({ escrowId }) => (escrowId === null ? 'direct' : 'escrow'),
  escrow_id: ({ escrowId }) => escrowId,
  escrow_status: (_payment, { escrowState }) => escrowState,
  currency: ({ currency }) => currency,
  amount: (payment) => units(payment, payment.amountMinor),
  amount_captured: (payment) => units(payment, payment.capturedMinor),
  amount_refunded: (payment) => units(payment, payment.refundedMinor),
  amount_lost: (payment) => units(payment, payment.lostMinor),
  fee_amount: (payment) => units(payment, feeOf(payment)),
  merchant_amount: (payment) => units(payment, merchantOf(payment)),
  captured_at_utc: ({ capturedAt }) => presentTimeOrNull(capturedAt),
  payment_intent_id: ({ paymentIntentId }) => paymentIntentId,
  charge_id: ({ chargeId }) => chargeId,
  description: ({ description }) => description,
  order: orderOf,
}

/** The beginning of an export of card payments: its first line. */
export const cardsCsvHead = BYTE_ORDER_MARK + csvLine(Object.keys(columns))

/** A card payment as a line of an export. */
export const presentCardLine = (seen: SeenCardPayment): string => csvLine(Object.values(columns).map((read) => read(seen.payment, seen)))
