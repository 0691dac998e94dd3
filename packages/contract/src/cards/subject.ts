import type { CardEscrow, CardPayment } from '@gateway/domain/cards/card-payment'
import type { CardRefund } from '@gateway/domain/cards/card-refund'
import type { CardDispute } from '@gateway/domain/cards/dispute'
import { type CardEscrowState, cardEscrowStates } from '@gateway/domain/cards/escrow-machine'
import type { CardEventName } from '@gateway/domain/cards/events'
import { z } from 'zod'
import { sampleCard } from './sample.ts'
import { refundIdOf, transferIdOf } from '../cards.ts'
import { CardCurrency, CardUnits, presentCardCurrency } from './scalars.ts'
import { Id } from '../wire/id.ts'
import { memberOf, view } from '../wire/objects/view.ts'
import { always, type EventRow, type SampleFor } from '../wire/objects/subject.ts'

/** What an event of each name shows, at the moment of the event. */
export interface CardEventFacts {
  readonly card_payment_success: CardChange
  readonly card_refund: CardChange & { readonly refund: CardRefund }
  readonly card_escrow_release: CardChange & { readonly escrow: CardEscrow }
  readonly card_dispute_created: CardChange & { readonly dispute: CardDispute }
}

/** A card payment at one of its events. */
interface CardChange {
  readonly payment: CardPayment
  /** Null for a direct payment. */
  readonly escrowState: CardEscrowState | null
}

const IntentId = z.string().nullable().meta({ description: 'The payment intent at the processor.', example: 'pi_1' })
const EscrowId = z.string().nullable().meta({ description: 'The escrow that holds the money; null for a direct payment.', example: null })
const EscrowStatus = z
  .enum(cardEscrowStates)
  .nullable()
  .meta({ description: 'The status of the escrow; null for a direct payment.', example: null })
const Metadata = z
  .record(z.string(), z.unknown())
  .meta({ description: 'The metadata of the payment, as it was sent.', example: { order: 'A-1001' } })

/** What all card events have in common. */
function commonMembers<Facts extends CardChange>() {
  const its = memberOf<Facts>()
  const intentId = its(IntentId, ({ payment }) => payment.paymentIntentId)
  return {
    amount: its(CardUnits, ({ payment }) => Number(payment.amountMinor)),
    currency: its(CardCurrency, ({ payment }) => presentCardCurrency(payment.currency)),
    processor_payment_intent_id: intentId,
    stripe_payment_intent_id: intentId,
    card_payment_id: its(Id, ({ payment }) => payment.id),
    transaction_id: its(Id, ({ payment }) => payment.id),
    business_id: its(Id, ({ payment }) => payment.businessId),
    escrow_id: its(EscrowId, ({ payment }) => payment.escrowId),
    escrow_status: its(EscrowStatus, ({ escrowState }) => escrowState),
    metadata: its(Metadata, ({ payment }) => ({ ...payment.metadata })),
  }
}

const refunds = memberOf<CardEventFacts['card_refund']>()
const releases = memberOf<CardEventFacts['card_escrow_release']>()
const disputes = memberOf<CardEventFacts['card_dispute_created']>()

const views = {
  card_payment_success: view(commonMembers<CardChange>()),
  card_refund: view({
    ...commonMembers<CardEventFacts['card_refund']>(),
    refund_id: refunds(z.string().meta({ description: 'The refund at the processor.', example: 're_1' }), ({ refund }) =>
      refundIdOf(refund),
    ),
    amount_refunded: refunds(CardUnits.meta({ description: 'The amount of this refund.', example: 500 }), ({ refund }) =>
      Number(refund.amountMinor),
    ),
  }),
  card_escrow_release: view({
    ...commonMembers<CardEventFacts['card_escrow_release']>(),
    transfer_id: releases(
      z.string().nullable().meta({ description: 'The transfer: an id of ours until the processor has answered.', example: 'tr_1' }),
      ({ escrow }) => transferIdOf(escrow),
    ),
    amount_transferred: releases(CardUnits.meta({ description: 'What the merchant gets.', example: 2475 }), ({ escrow }) =>
      Number(escrow.transferredMinor),
    ),
  }),
  card_dispute_created: view({
    ...commonMembers<CardEventFacts['card_dispute_created']>(),
    dispute_id: disputes(Id, ({ dispute }) => dispute.id),
    reason: disputes(
      z.string().meta({ description: 'Why the cardholder disputes the charge, in the words of the processor.', example: 'fraudulent' }),
      ({ dispute }) => dispute.reason,
    ),
  }),
} as const

const events = {
  card_payment_success: {
    ...always,
    nth: 1,
    description: 'The card was charged; money in escrow is held from now on. The signal to ship, once per card payment.',
  },
  card_dispute_created: { ...always, nth: 2, description: 'The bank of the cardholder has opened a dispute.' },
  card_refund: { ...always, nth: 2, description: 'A refund has succeeded, of a part or of everything.' },
  card_escrow_release: { ...always, nth: 2, description: 'The escrow was released; its transfer to the merchant follows.' },
} as const satisfies Readonly<Record<CardEventName, EventRow>>

/** A card payment as its events carry it, flat: each event has members of its own. */
export const cardSubject = {
  events,
  /** The schema of an event's `data`. */
  schemaOf: (type: string) => views[nameOf(type)].schema,
  /** The `data` of an event. */
  present: <Name extends CardEventName>(type: Name, facts: CardEventFacts[Name]): Readonly<Record<string, unknown>> => {
    // The view of a name reads the facts of that name, which a table of several cannot say.
    const { present } = views[type] as { present: (facts: CardEventFacts[Name]) => Readonly<Record<string, unknown>> }
    return present(facts)
  },
  /** The `data` of a webhook test. */
  sample: (type: string, at: SampleFor): Readonly<Record<string, unknown>> =>
    cardSubject.present(nameOf(type), sampleCard(nameOf(type), at)),
}

/** The table of events names none but these for a card payment. */
const nameOf = (type: string): CardEventName => (Object.hasOwn(views, type) ? (type as CardEventName) : 'card_payment_success')
