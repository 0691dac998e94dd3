import { presentTime } from '@gateway/contract/wire/time'
import type { PaymentEvent, PaymentNews } from '@gateway/operations/payments/read-payment-news'
import { isDeepStrictEqual } from 'node:util'
import type { EventStream } from './event-stream.ts'

type ShownPayment = PaymentEvent['payment']

/** A stream of one payment, and how far it has been told. */
export interface ToldStream {
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
export function tellNews(stream: ToldStream, { events, now }: PaymentNews): 'final' | 'open' {
  const latest = events.at(-1)
  if (!latest) return 'open'
  const isFirst = stream.after === undefined
  stream.after = seenOf(stream, latest)
  for (const event of events) {
    if (event.sequence <= stream.after) continue
    if (!stream.out.takesMore()) return 'open'
    tell(stream, event, isFirst ? (now ?? event.payment) : event.payment)
  }
  if (now && !isSame(now, stream.told ?? latest.payment)) {
    if (!stream.out.takesMore()) return 'open'
    tell(stream, latest, now)
  }
  if (!finalStates.has(latest.payment.status)) return 'open'
  stream.out.send({ event: 'end', content: {} })
  return 'final'
}

/** An id that was never given tells nothing about what a client has seen. */
const seenOf = ({ after }: ToldStream, { sequence }: PaymentEvent): number =>
  after === undefined || after > sequence ? sequence - 1 : after

function tell(stream: ToldStream, { sequence, type, createdAt }: PaymentEvent, payment: ShownPayment): void {
  const content = { type, sequence, created_at: presentTime(createdAt), payment: stream.show(payment) }
  stream.out.send({ id: sequence, event: 'payment', content })
  stream.after = sequence
  stream.told = payment
}

/** Whether two looks at a payment ask the same of its customer. */
const isSame = (one: ShownPayment, other: ShownPayment): boolean => isDeepStrictEqual(goneBy(one), goneBy(other))

const goneBy = ({ status, amount_received, amount_due, exceptions }: ShownPayment) => ({ status, amount_received, amount_due, exceptions })
