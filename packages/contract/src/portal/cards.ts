import type { CardEscrow, CardPayment } from '@gateway/domain/cards/card-payment'
import { cardFeeMinor, refundableMinor } from '@gateway/domain/cards/card-money'
import { type CardRefund, shownRefundStatuses } from '@gateway/domain/cards/card-refund'
import type { CardDispute } from '@gateway/domain/cards/dispute'
import { evidenceFiles } from '@gateway/domain/cards/evidence'
import { cardPaymentStates } from '@gateway/domain/cards/payment-machine'
import { z } from 'zod'
import { cardEscrowView, cardPaymentView, refundIdOf, type SeenCardPayment } from '../cards.ts'
import { cardAccountView } from '../cards/accounts.ts'
import { cardDisputeView } from '../cards/disputes.ts'
import { cardObjectId, CardUnits } from '../cards/scalars.ts'
import { choices } from '../wire/choices.ts'
import { Cursor, NextCursor } from '../wire/cursor.ts'
import { BusinessIdName, Id } from '../wire/id.ts'
import { wireInput } from '../wire/names.ts'
import { limit } from '../wire/page.ts'
import { choice } from '../wire/scalar.ts'
import { oneLine, text } from '../wire/text.ts'
import { Day, presentTime, presentTimeOrNull, Time } from '../wire/time.ts'

const LONGEST_SEARCH = 200

/** How the money of a card payment goes to its merchant. */
const cardKinds = ['direct', 'escrow'] as const

const filters = {
  businessId: BusinessIdName,
  statuses: choices(cardPaymentStates, {
    description: 'Only card payments with one of these statuses.',
    example: ['succeeded'],
  }).optional(),
  kind: choice(cardKinds, { description: 'Only direct ones, or only those in escrow.', example: 'escrow' }).optional(),
  dateFrom: Day.meta({ description: 'Only those created on this day of the business or later.', example: '2026-10-01' }).optional(),
  dateTo: Day.meta({ description: 'Only those created on this day of the business or earlier.', example: '2026-10-31' }).optional(),
  q: text(
    { max: LONGEST_SEARCH },
    {
      description:
        'An id or its beginning, an id at the processor, a value of the metadata such as an order number, or words of the description.',
      example: 'A-1001',
    },
  ).optional(),
} as const

/** Which card payments of a business to list. Days are those of its time zone; both are included. */
export const PortalCardsInput = wireInput(z.object({ ...filters, cursor: Cursor.optional(), limit: limit(50) }))
export type PortalCardsInput = z.output<typeof PortalCardsInput>

/** Which card payments of a business to export. */
export const ExportCardsInput = wireInput(z.object(filters))
export type ExportCardsInput = z.output<typeof ExportCardsInput>

const HoldReason = z.string().nullable().meta({
  description: 'Why nothing is done with its money until an operator has decided; null for most.',
  example: null,
})

/** A page of card payments; `total` counts up to a ceiling. */
export const PortalCardsView = z.object({
  payments: z.array(cardPaymentView.schema.extend({ hold_reason: HoldReason })),
  next_cursor: NextCursor,
  total: z.int().meta({ description: 'This many card payments match, at most 1000.', example: 12 }),
  total_is_capped: z.boolean().meta({ description: 'True when more than `total` match.', example: false }),
})

/** A page of card payments before it is presented. */
export interface CardsPage {
  readonly cards: readonly SeenCardPayment[]
  readonly nextCursor: string | null
  readonly total: number
  readonly isCapped: boolean
}

/** A page of card payments. */
export const presentCardsPage = ({ cards, nextCursor, total, isCapped }: CardsPage): z.output<typeof PortalCardsView> => ({
  payments: cards.map((seen) => ({ ...cardPaymentView.present(seen), hold_reason: seen.payment.holdReason })),
  next_cursor: nextCursor,
  total,
  total_is_capped: isCapped,
})

/** One card payment of a business. */
export const PortalCardInput = wireInput(z.object({ id: cardObjectId('card payment', ['cs', 'pi']) }))

/** What is left of a card payment, and why something cannot be done with it now. */
export interface CardDetail {
  readonly payment: CardPayment
  readonly escrow: CardEscrow | null
  readonly refunds: readonly CardRefund[]
  readonly disputes: readonly CardDispute[]
  /** The state that refuses a refund or a release; null where it can be asked for. */
  readonly refusals: { readonly refund: string | null; readonly release: string | null }
}

const Refusal = z.string().nullable().meta({ description: 'The state that refuses it; null where it can be asked for.', example: null })
const Moment = Time.nullable().meta({ description: 'The moment is null until it happens.', example: null })

const RefundView = z.object({
  id: Id,
  refund_id: z.string(),
  status: z.enum(['succeeded', 'pending', 'failed']),
  processor_status: z.string().nullable(),
  amount: CardUnits,
  reason: z.string().nullable(),
  failure: z.string().nullable(),
  created_at: Time,
  updated_at: Time,
})

/** A card payment as its business sees it: with its escrow, its refunds and its disputes, and what can be done now. */
export const PortalCardView = z.object({
  payment: cardPaymentView.schema,
  escrow: cardEscrowView.schema.nullable(),
  refunds: z.array(RefundView),
  disputes: z.array(cardDisputeView.schema),
  money: z.object({
    captured: CardUnits.nullable(),
    pending: CardUnits.meta({ description: 'Refunds that may still succeed reserve this.', example: 0 }),
    remaining: CardUnits.meta({ description: 'This can still be refunded.', example: 2500 }),
    lost: CardUnits.meta({ description: 'Banks have kept this after disputes.', example: 0 }),
    fee_bps: z.int().meta({ description: 'The fee in hundredths of a percent of what is not refunded.', example: 100 }),
    fee_collected: CardUnits.meta({ description: 'The fee before any refund.', example: 25 }),
    fee_returned: CardUnits.meta({ description: 'What the platform gave back of its fee.', example: 0 }),
    reversed: CardUnits.meta({ description: 'What was taken back of the transfer.', example: 0 }),
  }),
  hold_reason: HoldReason,
  refund_refused_by: Refusal,
  release_refused_by: Refusal,
  charge_id: z.string().nullable(),
  processor_account_id: z.string(),
  captured_at: Moment,
  expires_at: Time,
})

/** A card payment as its business sees it. */
export function presentCardDetail({ payment, escrow, refunds, disputes, refusals }: CardDetail): z.output<typeof PortalCardView> {
  return {
    payment: cardPaymentView.present({ payment, escrowState: escrow?.state ?? null }),
    escrow: escrow && cardEscrowView.present({ escrow, payment }),
    refunds: refunds.map(presentRefund),
    disputes: disputes.map((dispute) => cardDisputeView.present(dispute)),
    money: moneyOf(payment, escrow),
    hold_reason: payment.holdReason,
    refund_refused_by: refusals.refund,
    release_refused_by: refusals.release,
    charge_id: payment.chargeId,
    processor_account_id: payment.processorAccountId,
    captured_at: presentTimeOrNull(payment.capturedAt),
    expires_at: presentTime(payment.expiresAt),
  }
}

function moneyOf(payment: CardPayment, escrow: CardEscrow | null): z.output<typeof PortalCardView>['money'] {
  const money = { ...payment, capturedMinor: payment.capturedMinor ?? 0n }
  return {
    captured: payment.capturedMinor === null ? null : Number(payment.capturedMinor),
    pending: Number(payment.pendingMinor),
    remaining: Number(refundableMinor(money)),
    lost: Number(payment.lostMinor),
    fee_bps: payment.feeBps,
    fee_collected: Number(cardFeeMinor({ ...money, refundedMinor: 0n, lostMinor: 0n })),
    fee_returned: Number(payment.feeReturnedMinor),
    reversed: Number(escrow?.reversedMinor ?? 0n),
  }
}

const presentRefund = (refund: CardRefund): z.output<typeof RefundView> => ({
  id: refund.id,
  refund_id: refundIdOf(refund),
  status: shownRefundStatuses[refund.state],
  processor_status: refund.processorStatus,
  amount: Number(refund.amountMinor),
  reason: refund.reason,
  failure: refund.failure,
  created_at: presentTime(refund.createdAt),
  updated_at: presentTime(refund.updatedAt),
})

/** Of which business to show how it takes cards, or what of its card money needs attention. */
export const CardBusinessInput = wireInput(z.object({ businessId: BusinessIdName }))

/** The account of a business at the card processor; null before its first onboarding. */
export const PortalCardAccountView = z.object({ account: cardAccountView.schema.nullable() })

/** Card money that its merchant should look at: a payment that an operator decides about, or a question of a bank that waits for an answer. */
export interface CardAttention {
  readonly held: readonly CardPayment[]
  readonly disputes: readonly CardDispute[]
}

/** Card money that its merchant should look at. */
export const CardAttentionView = z.object({
  held: z.array(
    cardPaymentView.schema.pick({ id: true, amount: true, currency: true, updated_at: true }).extend({ hold_reason: HoldReason }),
  ),
  disputes: z.array(cardDisputeView.schema),
})

/** Card money that its merchant should look at. */
export const presentCardAttention = ({ held, disputes }: CardAttention): z.output<typeof CardAttentionView> => ({
  held: held.map((payment) => {
    const { id, amount, currency, updated_at } = cardPaymentView.present({ payment, escrowState: null })
    return { id, amount, currency, updated_at, hold_reason: payment.holdReason }
  }),
  disputes: disputes.map((dispute) => cardDisputeView.present(dispute)),
})

/** Which file of evidence is sent about which dispute; its bytes are the body. */
export const EvidenceFileInput = wireInput(
  z.object({
    disputeId: cardObjectId('dispute', ['dp', 'du']),
    kind: choice(evidenceFiles, { description: 'What the file shows.', example: 'receipt' }),
    name: oneLine({ min: 1, max: 255 }, { description: 'The name of the file.', example: 'receipt.pdf' }),
  }),
)
