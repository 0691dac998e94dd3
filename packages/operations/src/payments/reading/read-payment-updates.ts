import type { PaymentChangeView } from '@gateway/contract/payments'
import type { DomainEventName } from '@gateway/domain/kernel/events'
import type { Context } from '../../kernel/context.ts'
import { readObjectEvents } from '../../webhooks/read-object-events.ts'

/** An event of a payment, with the payment at that time. */
export interface PaymentEvent {
  readonly sequence: number
  readonly type: DomainEventName
  readonly createdAt: Date
  readonly payment: PaymentChangeView['payment']
}

/**
 * The events of some payments after a known one, in order, or the latest where there are none: one query. The caller has checked access.
 *
 * Each is parsed when it is asked for, so that an event that cannot be read is a failure of its payment alone. They are all that a stream needs, because every change of a status, an amount or an exception has its event.
 */
export async function readPaymentUpdates(
  ctx: Pick<Context, 'orm'>,
  { payments }: { payments: readonly { readonly id: string; readonly after: number }[] },
): Promise<ReadonlyMap<string, () => readonly PaymentEvent[]>> {
  const events = await readObjectEvents(ctx, { objects: payments })
  const byPayment = Map.groupBy(events, ({ objectId }) => objectId)
  return new Map(payments.map(({ id }) => [id, () => (byPayment.get(id) ?? []).map(eventOf)]))
}

type StoredEvent = Awaited<ReturnType<typeof readObjectEvents>>[number]

function eventOf({ sequence, type, body, createdAt }: StoredEvent): PaymentEvent {
  // Written by `announce` with the view of the contract, and never changed.
  const { data } = JSON.parse(body) as { data: PaymentChangeView }
  return { sequence, type, createdAt, payment: data.payment }
}
