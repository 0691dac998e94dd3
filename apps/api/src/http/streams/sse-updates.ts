import { presentTime } from '@gateway/contract/wire/time'
import type { PaymentEvent, PaymentUpdates } from '@gateway/operations/payments/reading/read-payment-updates'
import { isDeepStrictEqual } from 'node:util'
import type { EventStream } from './event-stream.ts'

type ShownPayment = PaymentEvent['payment']

/** The stream of one payment, with its position. */
export interface UpdatedStream {
  readonly out: EventStream
  /** The last event its client has seen; undefined before the first. */
  after: number | undefined
  /** The last sent payment; absent before the first message. */
  told?: ShownPayment
  /** The view of the payment its client may see. */
  readonly show: (payment: ShownPayment) => unknown
}

const finalStates: ReadonlySet<string> = new Set(['forwarded', 'expired', 'failed'])

/**
 * Sends the unsent updates of a stream, as far as it has capacity, and the end message in a final state; a new stream gets only the current
 * state. A payment that differs from its latest event is sent again under that event.
 * A client that reconnects to a completed payment gets its end again: otherwise it would wait for ever.
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

/** The unsent updates of a stream, in order. */
function dueTo({ after, told }: UpdatedStream, { events, now }: PaymentUpdates): { event: PaymentEvent; payment: ShownPayment }[] {
  const latest = events.at(-1)
  if (!latest) return []
  if (after === undefined) return [{ event: latest, payment: now ?? latest.payment }]
  // An unknown event id says nothing about what the client has seen.
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

/** Whether two states of a payment look the same to its payer. */
const isSame = (one: ShownPayment, other: ShownPayment): boolean => isDeepStrictEqual(goneBy(one), goneBy(other))

const goneBy = ({ status, amount_received, amount_due, exceptions }: ShownPayment) => ({ status, amount_received, amount_due, exceptions })
