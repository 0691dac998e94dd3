import { type CardEventFacts, cardSubject } from '@gateway/contract/cards/subject'
import type { CardEscrowEntity } from '@gateway/db/cards/card-escrow.entity'
import type { CardPaymentEntity } from '@gateway/db/cards/card-payment.entity'
import { ownCardEscrows, ownCardPayments } from '@gateway/db/cards/card-queries'
import type { Em } from '@gateway/db/orm'
import { type CardEscrowInput, cardEscrowMachine } from '@gateway/domain/cards/escrow-machine'
import type { CardEventName } from '@gateway/domain/cards/events'
import { type CardPaymentInput, cardPaymentMachine } from '@gateway/domain/cards/payment-machine'
import { findMove } from '@gateway/domain/kernel/machine'
import { type Announcement, announceChange } from '../../events/publish-events.ts'
import type { Context } from '../../kernel/context.ts'
import { signalCardEscrow } from './workflow-messages.ts'

/** A card payment with its escrow, both locked; null for a direct payment. */
export interface Card {
  readonly payment: CardPaymentEntity
  readonly escrow: CardEscrowEntity | null
}

/** What an event shows beside its payment. */
type Shown = Partial<Pick<CardEventFacts['card_refund'] & CardEventFacts['card_dispute_created'], 'refund' | 'dispute'>>

/** A locked card payment that carries its new facts already, and the inputs that its payment and its escrow take, each in order. */
export interface CardAdvance extends Card {
  readonly inputs?: readonly CardPaymentInput[]
  readonly escrowInputs?: readonly CardEscrowInput[]
  /** An event that no input of the payment emits. */
  readonly told?: CardEventName
  /** The refund or the dispute that moves it. */
  readonly shown?: Shown
}

type Advancing = Pick<Context, 'ids' | 'clock'>

/**
 * The one door for the states of card payments and their escrows, as the role that calls the processor: both rows, and the payment's events with their
 * deliveries, in the caller's transaction. The event of a release is told when the processor has answered.
 *
 * An input that a state does not accept does nothing, so a fact that arrives twice or late is harmless.
 */
export async function advanceCards(
  em: Em,
  ctx: Advancing,
  { payment, escrow, inputs = [], escrowInputs = [], told, shown }: CardAdvance,
): Promise<void> {
  payment.updatedAt = ctx.clock.now()
  const events = [...inputs.flatMap((input) => movePayment(payment, input)), ...(told ? [told] : [])]
  const hasMoved = escrow !== null && escrowInputs.map((input) => moveCardEscrow(ctx, escrow, input)).includes(true)
  const announcements = events.map((type) => announcementOf({ type, payment, escrow, ...shown }))
  await ownCardPayments.save(em, payment)
  if (escrow) await ownCardEscrows.save(em, escrow)
  await announceChange(em, ctx, { announcements, rows: [], messages: hasMoved && escrow ? [signalCardEscrow(escrow)] : [] })
}

function movePayment(payment: CardPaymentEntity, input: CardPaymentInput): readonly CardEventName[] {
  const step = findMove(cardPaymentMachine, payment.state, input)
  if (!step) return []
  payment.state = step.to
  return step.emits
}

/** Moves an escrow; the caller writes the row. @returns false when its state does not accept the input. */
export function moveCardEscrow(ctx: Pick<Context, 'clock'>, escrow: CardEscrowEntity, input: CardEscrowInput): boolean {
  const step = findMove(cardEscrowMachine, escrow.state, input)
  if (!step) return false
  escrow.state = step.to
  escrow.stateVersion += 1
  escrow.updatedAt = ctx.clock.now()
  return true
}

/** An event of a card payment, which it counts. */
function announcementOf({ type, payment, escrow, ...shown }: Card & Shown & { readonly type: CardEventName }): Announcement {
  payment.eventSequence += 1
  const { id, businessId, mode, eventSequence: sequence } = payment
  // Each event is told by who has brought what it shows.
  const facts = { payment, escrowState: escrow?.state ?? null, escrow, ...shown } as CardEventFacts[CardEventName]
  return { type, object: { type: 'card_payment', id, businessId, mode }, sequence, data: cardSubject.present(type, facts as never) }
}
