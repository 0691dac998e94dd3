import type { CreateCardPaymentInput } from '@gateway/contract/cards/inputs'
import type { CardEscrowEntity } from '@gateway/db/cards/card-escrow.entity'
import type { CardPaymentEntity } from '@gateway/db/cards/card-payment.entity'
import type { Insert } from '@gateway/db/kernel/insert-together'
import type { Business } from '@gateway/domain/businesses/business'
import { cardEscrowMachine } from '@gateway/domain/cards/escrow-machine'
import { cardPaymentMachine } from '@gateway/domain/cards/payment-machine'
import type { EscrowContext } from '../../kernel/context.ts'
import { nextLookAt } from './next-look-at.ts'

/** A card payment, and its escrow unless it is direct. */
export interface DraftedCard {
  readonly payment: CardPaymentEntity
  readonly escrow: CardEscrowEntity | null
}

const DAY_MS = 24 * 60 * 60 * 1_000

/** What a card payment is made of. */
interface Drafting {
  readonly business: Business
  readonly terms: CreateCardPaymentInput
  readonly processorAccountId: string
  /** The invoice that it pays, if any. */
  readonly invoiceId?: string
}

/** Drafts a card payment and its escrow, which are not written yet. */
export function draftCard(
  ctx: Pick<EscrowContext, 'ids' | 'clock' | 'plans'>,
  { business, terms, processorAccountId, invoiceId }: Drafting,
): DraftedCard {
  const createdAt = ctx.clock.now()
  const own = { merchantId: business.merchantId, businessId: business.id, mode: business.mode, createdAt, updatedAt: createdAt }
  const paymentId = ctx.ids.uuid()
  const escrow = terms.escrowMode ? { ...blankEscrow, ...own, id: ctx.ids.uuid(), paymentId } : null
  const payment: CardPaymentEntity = {
    ...blankPayment,
    ...own,
    id: paymentId,
    escrowId: escrow?.id ?? null,
    invoiceId: invoiceId ?? null,
    processorAccountId,
    amountMinor: terms.amount,
    currency: terms.currency,
    feeBps: ctx.plans[business.plan].feeBps,
    description: terms.description ?? null,
    metadata: terms.metadata,
    successUrl: terms.successUrl ?? null,
    cancelUrl: terms.cancelUrl ?? null,
    customerEmail: terms.customerEmail ?? null,
    language: terms.language ?? null,
    expiresAt: new Date(createdAt.getTime() + DAY_MS),
    lookAt: nextLookAt(ctx, { createdAt }),
  }
  return { payment, escrow }
}

/** The rows of a drafted card, to insert together. */
export const cardRows = ({ payment, escrow }: DraftedCard): Insert[] => [
  { into: 'card_payment', rows: [payment] },
  { into: 'card_escrow', rows: escrow === null ? [] : [escrow] },
]

const blankPayment = {
  isReopenable: false,
  state: cardPaymentMachine.initial,
  checkoutSessionId: null,
  isProcessing: false,
  checkoutUrl: null,
  paymentIntentId: null,
  chargeId: null,
  applicationFeeId: null,
  capturedMinor: null,
  capturedAt: null,
  refundedMinor: 0n,
  pendingMinor: 0n,
  withdrawnMinor: 0n,
  lostMinor: 0n,
  feeReturnedMinor: 0n,
  feeReturnedElsewhereMinor: 0n,
  holdReason: null,
  eventSequence: 0,
} as const

const blankEscrow = {
  state: cardEscrowMachine.initial,
  transferredMinor: 0n,
  reversedMinor: 0n,
  reversedElsewhereMinor: 0n,
  processorTransferId: null,
  releaseReason: null,
  releasedAt: null,
  refundAt: null,
  noticedAt: null,
  stateVersion: 1,
} as const
