import { type CardEventFacts, cardSubject } from '@gateway/contract/cards/subject'
import type { CardEscrowEntity } from '@gateway/db/cards/card-escrow.entity'
import type { CardPaymentEntity } from '@gateway/db/cards/card-payment.entity'
import { ownCardEscrows, ownCardPayments } from '@gateway/db/cards/card-queries'
import type { Em } from '@gateway/db/orm'
import { type CardEscrowInput, cardEscrowMachine } from '@gateway/domain/cards/escrow-machine'
import type { CardEventName } from '@gateway/domain/cards/events'
import { type CardPaymentInput, cardPaymentMachine } from '@gateway/domain/cards/payment-machine'
import { findMove } from '@gateway/domain/kernel/machine'
import { announceAll } from '../../events/publish-events.ts'
import type { Context } from '../../kernel/context.ts'
import { enqueue } from '../../outbox/enqueue.ts'
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
  /** The refund or the dispute that moves it. */
  readonly shown?: Shown
}

type Advancing = Pick<Context, 'ids' | 'clock'>

/**
 * The one door for the states of card payments and their escrows, as the role that calls the processor: both rows, and the payment's events with their
 * deliveries, in the caller's transaction. The event of a release is told when the processor has answered, by `announceCard`.
 *
 * An input that a state does not accept does nothing, so a fact that arrives twice or late is harmless.
 *
 * @returns true when a state changed.
 */
export async function advanceCards(em: Em, ctx: Advancing, { payment, escrow, inputs = [], escrowInputs = [], shown }: CardAdvance) {
  const now = ctx.clock.now()
  payment.updatedAt = now
  const before = payment.state
  const told = inputs.flatMap((input) => movePayment(payment, input))
  const hasMoved = escrow !== null && escrowInputs.map((input) => moveCardEscrow(ctx, escrow, input)).includes(true)
  await saveTogether(em, { payment, escrow })
  if (hasMoved && escrow) await enqueue(em, ctx, [signalCardEscrow(escrow)])
  for (const type of told) await announceCard(em, ctx, { type, payment, escrow, ...shown })
  return hasMoved || payment.state !== before || told.length > 0
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

async function saveTogether(em: Em, { payment, escrow }: Card): Promise<void> {
  await ownCardPayments.save(em, payment)
  if (escrow) await ownCardEscrows.save(em, escrow)
}

/** An event of a locked card payment. */
type CardAnnouncement = Card & Shown & { readonly type: CardEventName }

/** Tells one event of a card payment under its next number, and writes the payment back. */
export async function announceCard(em: Em, ctx: Advancing, { type, payment, escrow, ...shown }: CardAnnouncement): Promise<void> {
  payment.eventSequence += 1
  await ownCardPayments.save(em, payment)
  const { id, businessId, mode, eventSequence: sequence } = payment
  // Each event is told by who has brought what it shows.
  const facts = { payment, escrowState: escrow?.state ?? null, escrow, ...shown } as CardEventFacts[CardEventName]
  const data = cardSubject.present(type, facts as never)
  await announceAll(em, ctx, [{ type, object: { type: 'card_payment', id, businessId, mode }, sequence, data }])
}
