import { type PaymentChangeView, presentStoredPayment } from '@gateway/contract/payments'
import { findPublicPayments } from '@gateway/db/payments/known-queries'
import type { DomainEventName } from '@gateway/domain/kernel/events'
import { unread } from '../chainwatch/chain-view.ts'
import type { Context } from '../context.ts'
import { readObjectEvents } from '../webhooks/read-object-events.ts'
import { factsOf } from './payment-facts.ts'

type ShownPayment = PaymentChangeView['payment']

/** One event of a payment, with the payment as it was then. */
export interface PaymentEvent {
  readonly sequence: number
  readonly type: DomainEventName
  readonly createdAt: Date
  readonly payment: ShownPayment
}

/** How a payment went on. */
export interface PaymentNews {
  /** In order; the latest one where there are none. */
  readonly events: readonly PaymentEvent[]
  /** The payment as it stands, which may have changed after its latest event; undefined when a further event was written meanwhile. */
  readonly now: ShownPayment | undefined
}

/**
 * What has happened to some payments after an event of each, and how they stand: two queries however many they are.
 *
 * Whoever asks has seen the payments before; this only tells how they went on.
 */
export async function readPaymentNews(
  ctx: Pick<Context, 'orm' | 'rails'>,
  { payments }: { payments: readonly { readonly id: string; readonly after: number }[] },
): Promise<ReadonlyMap<string, PaymentNews>> {
  const ids = payments.map(({ id }) => id)
  const [events, known] = await Promise.all([readObjectEvents(ctx, { objects: payments }), findPublicPayments(ctx.orm.em.fork(), { ids })])
  const byPayment = Map.groupBy(events, ({ objectId }) => objectId)
  return new Map(
    ids.map((id, place) => {
      const told = (byPayment.get(id) ?? []).map(eventOf)
      const found = known[place]
      const isLatest = found?.payment.eventSequence === told.at(-1)?.sequence
      return [
        id,
        { events: told, now: found && isLatest ? presentStoredPayment(factsOf(ctx, { ...found, view: found.view ?? unread })) : undefined },
      ]
    }),
  )
}

function eventOf({ sequence, type, body, createdAt }: Awaited<ReturnType<typeof readObjectEvents>>[number]): PaymentEvent {
  // Written by `announce` with the view of the contract, and never changed since.
  const { data } = JSON.parse(body) as { data: PaymentChangeView }
  return { sequence, type, createdAt, payment: data.payment }
}
