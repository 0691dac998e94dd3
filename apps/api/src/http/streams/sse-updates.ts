import { presentTime } from '@gateway/contract/wire/time'
import type { PaymentEvent, PaymentUpdates } from '@gateway/operations/payments/reading/read-payment-updates'
import { isDeepStrictEqual } from 'node:util'
import type { EventStream } from './event-stream.ts'

type ShownPayment = PaymentEvent['payment']

/** A stream of one payment, and how far it has been told. */
export interface UpdatedStream {
  readonly out: EventStream
  /** The last event that its client has seen; undefined before the first. */
  after: number | undefined
  /** The payment as it was told last; absent before the first message. */
  told?: ShownPayment
  /** The payment as its client may see it. */
  readonly show: (payment: ShownPayment) => unknown
}

const finalStates: ReadonlySet<string> = new Set(['forwarded', 'expired', 'failed'])

/**
 * Sends what a stream has not had, as far as it takes more, and its end when the payment goes no further; the first one without a beginning gets only
 * how it stands now. What a customer goes by may change without an event, when half of it is paid, say: that is told under the latest event.
 *
 * Whoever comes back to a payment that is done is told its end again: without it their program would wait for news that never come.
 */
export function sendUpdates(stream: UpdatedStream, news: PaymentUpdates): 'final' | 'open' {
  for (const { event, payment } of dueTo(stream, news)) {
    if (!stream.out.takesMore()) return 'open'
    tell(stream, event, payment)
  }
  const latest = news.events.at(-1)
  if (!latest || !finalStates.has(latest.payment.status)) return 'open'
  stream.out.send({ event: 'end', content: {} })
  return 'final'
}

/** What a stream has not had, in order. */
function dueTo({ after, told }: UpdatedStream, { events, now }: PaymentUpdates): { event: PaymentEvent; payment: ShownPayment }[] {
  const latest = events.at(-1)
  if (!latest) return []
  if (after === undefined) return [{ event: latest, payment: now ?? latest.payment }]
  // An id that was never given tells nothing about what a client has seen.
  const seen = after > latest.sequence ? latest.sequence - 1 : after
  const due = events.filter(({ sequence }) => sequence > seen).map((event) => ({ event, payment: event.payment }))
  const toldLast = due.at(-1)?.payment ?? told ?? latest.payment
  return now && !isSame(now, toldLast) ? [...due, { event: latest, payment: now }] : due
}

function tell(stream: UpdatedStream, { sequence, type, createdAt }: PaymentEvent, payment: ShownPayment): void {
  const content = { type, sequence, created_at: presentTime(createdAt), payment: stream.show(payment) }
  stream.out.send({ id: sequence, event: 'payment', content })
  stream.after = sequence
  stream.told = payment
}

/** Whether two looks at a payment ask the same of its customer. */
const isSame = (one: ShownPayment, other: ShownPayment): boolean => isDeepStrictEqual(goneBy(one), goneBy(other))

const goneBy = ({ status, amount_received, amount_due, exceptions }: ShownPayment) => ({ status, amount_received, amount_due, exceptions })
