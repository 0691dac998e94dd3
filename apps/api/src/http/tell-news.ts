import { presentTime } from '@gateway/contract/wire/time'
import type { PaymentNews } from '@gateway/operations/payments/read-payment-news'
import type { EventStream } from './event-stream.ts'

/** A stream of one payment, and how far it has been told. */
export interface ToldStream {
  readonly out: EventStream
  /** The last event that its client has seen; undefined before the first. */
  after: number | undefined
  /** The payment as its client may see it. */
  readonly show: (payment: PaymentNews['payment']) => unknown
}

const finalStates: ReadonlySet<string> = new Set(['forwarded', 'expired', 'failed'])

/**
 * Sends what a stream has not had, as far as it takes more, and its end when the payment goes no further; the first one without a beginning gets only
 * how it stands now.
 *
 * Whoever comes back to a payment that is done is told its end again: without it their program would wait for news that never come.
 */
export function tellNews(stream: ToldStream, told: readonly PaymentNews[]): 'final' | 'open' {
  const latest = told.at(-1)
  if (!latest) return 'open'
  stream.after = seenOf(stream, latest)
  for (const { sequence, type, createdAt, payment } of told) {
    if (sequence <= stream.after) continue
    if (!stream.out.takesMore()) return 'open'
    const content = { type, sequence, created_at: presentTime(createdAt), payment: stream.show(payment) }
    stream.out.send({ id: sequence, event: 'payment', content })
    stream.after = sequence
  }
  if (!finalStates.has(latest.payment.status)) return 'open'
  stream.out.send({ event: 'end', content: {} })
  return 'final'
}

/** An id that was never given tells nothing about what a client has seen. */
const seenOf = ({ after }: ToldStream, { sequence }: PaymentNews): number =>
  after === undefined || after > sequence ? sequence - 1 : after
