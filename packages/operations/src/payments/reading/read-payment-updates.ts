import { type PaymentChangeView, presentStoredPayment } from '@gateway/contract/payments'
import { findPublicPayments } from '@gateway/db/payments/known-queries'
import type { DomainEventName } from '@gateway/domain/kernel/events'
import type { Context } from '../../kernel/context.ts'
import { readObjectEvents } from '../../webhooks/read-object-events.ts'
import { knownFacts } from './payment-facts.ts'
import { type KnownMovements, withMovements } from './read-movements.ts'

type ShownPayment = PaymentChangeView['payment']

/** An event of a payment, with the payment at that time. */
export interface PaymentEvent {
  readonly sequence: number
  readonly type: DomainEventName
  readonly createdAt: Date
  readonly payment: ShownPayment
}

/** The new events of a payment. */
export interface PaymentUpdates {
  /** In order; the latest one when there are none. */
  readonly events: readonly PaymentEvent[]
  /** The current payment, which may differ from its latest event; undefined when a further event was written meanwhile. */
  readonly now: ShownPayment | undefined
}

/**
 * The events of some payments after a known one, and their current state: four queries. The caller has checked access.
 */
export async function readPaymentUpdates(
  ctx: Pick<Context, 'orm' | 'rails' | 'publicUrl'>,
  { payments }: { payments: readonly { readonly id: string; readonly after: number }[] },
): Promise<ReadonlyMap<string, PaymentUpdates>> {
  const ids = payments.map(({ id }) => id)
  const em = ctx.orm.em.fork()
  const [events, stored] = await Promise.all([readObjectEvents(ctx, { objects: payments }), findPublicPayments(em, { ids })])
  const known = await withMovements(em, stored)
  const byPayment = Map.groupBy(events, ({ objectId }) => objectId)
  return new Map(ids.map((id, place) => [id, newsOf(ctx, byPayment.get(id) ?? [], known[place])]))
}

type StoredEvent = Awaited<ReturnType<typeof readObjectEvents>>[number]

function newsOf(
  ctx: Pick<Context, 'rails' | 'publicUrl'>,
  stored: readonly StoredEvent[],
  known: KnownMovements | undefined,
): PaymentUpdates {
  const events = stored.map(eventOf)
  const isLatest = known?.payment.eventSequence === events.at(-1)?.sequence
  return { events, now: known && isLatest ? presentStoredPayment(knownFacts(ctx, known)) : undefined }
}

function eventOf({ sequence, type, body, createdAt }: StoredEvent): PaymentEvent {
  // Written by `announce` with the view of the contract, and never changed.
  const { data } = JSON.parse(body) as { data: PaymentChangeView }
  return { sequence, type, createdAt, payment: data.payment }
}
