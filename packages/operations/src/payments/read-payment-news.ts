import type { PaymentChangeView } from '@gateway/contract/payments'
import type { DomainEventName } from '@gateway/domain/kernel/events'
import type { Context } from '../context.ts'
import { readObjectEvents } from '../webhooks/read-object-events.ts'

/** One event of a payment, with the payment as it was then. */
export interface PaymentNews {
  readonly paymentId: string
  readonly sequence: number
  readonly type: DomainEventName
  readonly createdAt: Date
  readonly payment: PaymentChangeView['payment']
}

/**
 * What has happened to some payments after an event of each, in order: one query however many they are. Of a payment that nothing has happened to
 * it is the latest event, by which one sees how it stands.
 *
 * Whoever asks has seen the payments before; this only tells how they went on.
 */
export async function readPaymentNews(
  ctx: Pick<Context, 'orm'>,
  { payments }: { payments: readonly { readonly id: string; readonly after: number }[] },
): Promise<PaymentNews[]> {
  const events = await readObjectEvents(ctx, { objects: payments })
  return events.map(({ objectId, sequence, type, body, createdAt }) => {
    // Written by `announce` with the view of the contract, and never changed since.
    const { data } = JSON.parse(body) as { data: PaymentChangeView }
    return { paymentId: objectId, sequence, type, createdAt, payment: data.payment }
  })
}
