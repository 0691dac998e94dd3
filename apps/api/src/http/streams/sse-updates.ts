import { presentTime } from '@gateway/contract/wire/time'
import type { PaymentEvent } from '@gateway/operations/payments/reading/read-payment-updates'
import type { EventStream } from './event-stream.ts'

/** The stream of one payment, with its position. */
export interface UpdatedStream {
  readonly out: EventStream
  /** The last event its client has seen; undefined before the first. */
  after: number | undefined
  /** The view of the payment its client may see. */
  readonly show: (payment: PaymentEvent['payment']) => unknown
}

const finalStates: ReadonlySet<string> = new Set(['forwarded', 'expired', 'failed'])

/**
 * Sends the unsent events of a stream, as far as it has capacity, and the end message in a final state; a new stream gets only the latest event.
 * A client that reconnects to a completed payment gets its end again: otherwise it would wait for ever.
 */
export function sendUpdates(stream: UpdatedStream, events: readonly PaymentEvent[]): 'final' | 'open' {
  for (const event of dueTo(stream, events)) {
    if (!stream.out.takesMore()) return 'open'
    tell(stream, event)
  }
  const latest = events.at(-1)
  if (!latest || !finalStates.has(latest.payment.status)) return 'open'
  stream.out.send({ event: 'end', content: {} })
  return 'final'
}

/** The unsent events of a stream, in order. */
function dueTo({ after }: UpdatedStream, events: readonly PaymentEvent[]): readonly PaymentEvent[] {
  const latest = events.at(-1)
  // An unknown event id says nothing about what the client has seen.
  if (!latest || after === undefined || after > latest.sequence) return events.slice(-1)
  return events.filter(({ sequence }) => sequence > after)
}

function tell(stream: UpdatedStream, { sequence, type, createdAt, payment }: PaymentEvent): void {
  const content = { type, sequence, created_at: presentTime(createdAt), payment: stream.show(payment) }
  stream.out.send({ id: sequence, event: 'payment', content })
  stream.after = sequence
}
