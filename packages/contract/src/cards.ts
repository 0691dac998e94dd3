import { cardFeeMinor, leftMinor } from '@gateway/domain/cards/card-money'
import type { CardEscrow, CardPayment } from '@gateway/domain/cards/card-payment'
import { type CardRefund, shownRefundStatuses } from '@gateway/domain/cards/card-refund'
import { type CardEscrowState, cardEscrowStates } from '@gateway/domain/cards/escrow-machine'
import { cardPaymentStates } from '@gateway/domain/cards/payment-machine'
import { type CardTransaction, cardTransactionStatuses, cardTransactionTypes } from '@gateway/domain/cards/transaction'
import { z } from 'zod'
import { CardCurrency, CardUnits, presentCardCurrency } from './cards/scalars.ts'
import { Id } from './wire/id.ts'
import { isLive, Livemode } from './wire/mode.ts'
import { memberOf, view } from './wire/objects/view.ts'
import { presentTime, presentTimeOrNull, Time } from './wire/time.ts'

/** A card payment with the state of its escrow; null for a direct payment. */
export interface SeenCardPayment {
  readonly payment: CardPayment
  readonly escrowState: CardEscrowState | null
}

const Status = z.enum(cardPaymentStates).meta({ description: 'The card payment has this status now.', example: 'pending' })
const EscrowId = z.string().nullable().meta({ description: 'The escrow that holds the money; null for a direct payment.', example: null })
const InvoiceId = z.string().nullable().meta({ description: 'The invoice that it pays; null for most.', example: null })
const EscrowStatus = z
  .enum(cardEscrowStates)
  .nullable()
  .meta({ description: 'The status of the escrow; null for a direct payment.', example: null })
const Description = z.string().nullable().meta({ description: 'The customer reads this text beside the amount.', example: 'Order A-1001' })
const Metadata = z
  .record(z.string(), z.unknown())
  .meta({ description: 'The metadata is your own JSON object.', example: { order: 'A-1001' } })
const CheckoutUrl = z
  .string()
  .nullable()
  .meta({ description: 'The page of the processor that takes the card.', example: 'https://checkout.stripe.com/c/pay/cs_1' })
const SessionId = z.string().nullable().meta({ description: 'The checkout session at the processor.', example: 'cs_1' })
const TransactionId = Id.meta({ description: 'The charge in the list of transactions.' })
const IntentId = z
  .string()
  .nullable()
  .meta({ description: 'The payment intent at the processor; null until the customer has begun to pay.', example: 'pi_1' })
const Fee = CardUnits.meta({ description: 'The fee of the platform on what is not refunded.', example: 25 })
const MerchantAmount = CardUnits.meta({ description: 'What is not refunded, less the fee.', example: 2475 })
const Refunded = CardUnits.meta({ description: 'The refunds that succeeded add up to this.', example: 0 })

const its = memberOf<SeenCardPayment>()
const intentId = its(IntentId, ({ payment }) => payment.paymentIntentId)
/** A card payment, in an answer. */
export const cardPaymentView = view(
  {
    id: its(Id, ({ payment }) => payment.id),
    business_id: its(Id, ({ payment }) => payment.businessId),
    amount: its(CardUnits, ({ payment }) => Number(payment.amountMinor)),
    currency: its(CardCurrency, ({ payment }) => presentCardCurrency(payment.currency)),
    description: its(Description, ({ payment }) => payment.description),
    metadata: its(Metadata, ({ payment }) => ({ ...payment.metadata })),
    status: its(Status, ({ payment }) => payment.state),
    escrow_mode: its(
      z.boolean().meta({ description: 'True where the money is held for a release or a refund.', example: false }),
      ({ payment }) => payment.escrowId !== null,
    ),
    escrow_id: its(EscrowId, ({ payment }) => payment.escrowId),
    escrow_status: its(EscrowStatus, 'escrowState'),
    invoice_id: its(InvoiceId, ({ payment }) => payment.invoiceId),
    checkout_url: its(CheckoutUrl, ({ payment }) => payment.checkoutUrl),
    checkout_session_id: its(SessionId, ({ payment }) => payment.checkoutSessionId),
    transaction_id: its(TransactionId, ({ payment }) => payment.id),
    processor_payment_intent_id: intentId,
    payment_intent_id: intentId,
    stripe_payment_intent_id: intentId,
    platform_fee_amount: its(Fee, ({ payment }) => Number(cardFeeMinor(moneyOf(payment)))),
    merchant_amount: its(MerchantAmount, ({ payment }) => Number(merchantMinor(payment))),
    amount_refunded: its(Refunded, ({ payment }) => Number(payment.refundedMinor)),
    created_at: its(Time, ({ payment }) => presentTime(payment.createdAt)),
    updated_at: its(Time, ({ payment }) => presentTime(payment.updatedAt)),
    livemode: its(Livemode, ({ payment }) => isLive(payment.mode)),
  },
  { id: 'CardPayment', description: 'A payment by card, on a page of the card processor.' },
)

/** A card escrow with its payment, which has the amounts. */
export interface SeenCardEscrow {
  readonly escrow: CardEscrow
  readonly payment: CardPayment
}

const CardEscrowStatus = z.enum(cardEscrowStates).meta({ description: 'The card escrow has this status now.', example: 'funded' })
const TransferId = z.string().nullable().meta({
  description: 'The transfer to the merchant: an id of ours until the processor has answered; null before the release.',
  example: 'tr_1',
})
const Transferred = CardUnits.meta({ description: 'What the release transfers to the merchant; 0 before it.', example: 2475 })
const RefundAt = Time.nullable().meta({
  description:
    'An escrow that is not released until then is refunded by itself. It is later than 90 days after the charge where you could not release it in the week before; null before it is funded.',
  example: '2026-12-30T12:00:00.000Z',
})
const Moment = Time.nullable().meta({ description: 'The moment is null until it happens.', example: null })

const escrows = memberOf<SeenCardEscrow>()
const escrowStatus = escrows(CardEscrowStatus, ({ escrow }) => escrow.state)
/** A card escrow, in an answer. */
export const cardEscrowView = view(
  {
    id: escrows(Id, ({ escrow }) => escrow.id),
    payment_id: escrows(Id, ({ escrow }) => escrow.paymentId),
    business_id: escrows(Id, ({ escrow }) => escrow.businessId),
    amount: escrows(CardUnits, ({ payment }) => Number(payment.amountMinor)),
    currency: escrows(CardCurrency, ({ payment }) => presentCardCurrency(payment.currency)),
    status: escrowStatus,
    escrow_status: escrowStatus,
    amount_refunded: escrows(Refunded, ({ payment }) => Number(payment.refundedMinor)),
    amount_transferred: escrows(Transferred, ({ escrow }) => Number(escrow.transferredMinor)),
    transfer_id: escrows(TransferId, ({ escrow }) => transferIdOf(escrow)),
    refund_at: escrows(RefundAt, ({ escrow }) => presentTimeOrNull(escrow.refundAt)),
    released_at: escrows(Moment, ({ escrow }) => presentTimeOrNull(escrow.releasedAt)),
    created_at: escrows(Time, ({ escrow }) => presentTime(escrow.createdAt)),
    livemode: escrows(Livemode, ({ escrow }) => isLive(escrow.mode)),
  },
  { id: 'CardEscrow', description: 'Card money that is held until it is released to the merchant or refunded.' },
)

/** The answer to a release. */
export const cardReleaseView = view({
  transfer_id: escrows(
    z.string().meta({ description: 'The transfer: an id of ours until the processor has answered.', example: 'tr_1' }),
    ({ escrow }) => transferIdOf(escrow) ?? escrow.id,
  ),
  amount_transferred: escrows(Transferred, ({ escrow }) => Number(escrow.transferredMinor)),
  escrow_id: escrows(Id, ({ escrow }) => escrow.id),
  escrow_status: escrowStatus,
})

/** A refund with its payment, which counts it already. */
export interface SeenCardRefund {
  readonly refund: CardRefund
  readonly payment: CardPayment
  /** Null for a direct payment. */
  readonly escrowState: CardEscrowState | null
}

const RefundId = z.string().meta({ description: 'The refund: an id of ours until the processor has answered.', example: 're_1' })
const RefundStatus = z.enum(['succeeded', 'pending', 'failed']).meta({
  description: '`pending` until the processor has the result; its event `card_refund` says that it succeeded.',
  example: 'succeeded',
})
const RefundedEscrow = EscrowStatus.meta({
  description:
    'The status that the refunds of the payment lead the escrow to, `partially_refunded` or `refunded`; its own status when none is left, because this one has failed; null for a direct payment.',
  example: 'partially_refunded',
})

const refunds = memberOf<SeenCardRefund>()
/** The answer to a refund. */
export const cardRefundView = view({
  refund_id: refunds(RefundId, ({ refund }) => refundIdOf(refund)),
  status: refunds(RefundStatus, ({ refund }) => shownRefundStatuses[refund.state]),
  amount_refunded: refunds(CardUnits.meta({ description: 'The amount of this refund.', example: 500 }), ({ refund }) =>
    Number(refund.amountMinor),
  ),
  total_refunded: refunds(
    CardUnits.meta({ description: 'All refunds of the payment, those that are pending included.', example: 500 }),
    ({ payment }) => Number(payment.refundedMinor + payment.pendingMinor),
  ),
  escrow_status: refunds(RefundedEscrow, ({ payment, escrowState }) => {
    const backMinor = payment.refundedMinor + payment.pendingMinor
    if (payment.escrowId === null || backMinor === 0n) return escrowState
    return backMinor >= (payment.capturedMinor ?? payment.amountMinor) ? 'refunded' : 'partially_refunded'
  }),
})

const transactions = memberOf<CardTransaction>()
/** A movement of card money, in an answer. */
export const cardTransactionView = view(
  {
    id: transactions(Id, 'id'),
    payment_id: transactions(Id, 'paymentId'),
    business_id: transactions(Id, 'businessId'),
    type: transactions(z.enum(cardTransactionTypes).meta({ description: 'What moved the money.', example: 'charge' }), 'type'),
    amount: transactions(CardUnits, ({ amountMinor }) => Number(amountMinor)),
    currency: transactions(CardCurrency, ({ currency }) => presentCardCurrency(currency)),
    status: transactions(
      z
        .enum(cardTransactionStatuses)
        .meta({ description: 'How far it is; disputes are `pending`, `won` or `lost`.', example: 'succeeded' }),
      'status',
    ),
    escrow_id: transactions(EscrowId, 'escrowId'),
    escrow_status: transactions(EscrowStatus, 'escrowState'),
    created_at: transactions(Time, ({ createdAt }) => presentTime(createdAt)),
    livemode: transactions(Livemode, ({ mode }) => isLive(mode)),
  },
  { id: 'CardTransaction', description: 'A charge, a refund, a transfer or a dispute of a card payment.' },
)

/** The id of a refund in answers: the processor's once it is known. */
export const refundIdOf = ({ id, processorRefundId }: Pick<CardRefund, 'id' | 'processorRefundId'>): string => processorRefundId ?? id

/** The id of the transfer of an escrow in answers: the processor's once it is known; null before the release. */
export const transferIdOf = ({
  id,
  processorTransferId,
  releasedAt,
}: Pick<CardEscrow, 'id' | 'processorTransferId' | 'releasedAt'>): string | null => processorTransferId ?? (releasedAt === null ? null : id)

/** Before the charge, its parts are those that it will have. */
const moneyOf = (payment: CardPayment) => ({ ...payment, capturedMinor: payment.capturedMinor ?? payment.amountMinor })

function merchantMinor(payment: CardPayment): bigint {
  const money = moneyOf(payment)
  return leftMinor(money) - cardFeeMinor(money)
}
