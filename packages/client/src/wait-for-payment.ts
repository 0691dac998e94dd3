import type { Calls } from './generated/calls.ts'
import type { Payment } from './generated/types.ts'
import { poll } from './poll.ts'

/** Options of the wait for a payment. */
export interface WaitOptions {
  /** Polling interval in milliseconds; 5 000 by default. */
  readonly interval?: number | undefined
  /** Milliseconds after which waiting ends with a `TIMEOUT`, unless a last poll succeeds; 60 minutes by default. */
  readonly timeout?: number | undefined
  /** The status to wait for; it or a later one ends the wait. `confirmed` by default, the moment to ship. */
  readonly until?: 'detected' | 'confirmed' | 'forwarding' | 'forwarded' | undefined
  /** Called with the payment at the first poll, and at each change of its status. */
  readonly onStatus?: ((payment: Payment) => void) | undefined
  /** Ends the wait when it aborts. */
  readonly signal?: AbortSignal | undefined
}

const INTERVAL_MS = 5_000
const TIMEOUT_MS = 60 * 60_000

/** The statuses of a payment whose money arrives; `expired` and `failed` are not among them. */
const way = ['pending', 'detected', 'confirmed', 'forwarding', 'forwarded'] as const satisfies readonly Payment['status'][]

/** Polls a payment until it reaches the wanted status, or cannot. @throws {GatewayError} see `Client.waitForPayment`. */
export function waitForPayment(
  calls: Pick<Calls, 'payments'>,
  { id, interval = INTERVAL_MS, timeout = TIMEOUT_MS, until = 'confirmed', onStatus, signal }: WaitOptions & { readonly id: string },
): Promise<Payment> {
  return poll({
    read: async (limits) => (await calls.payments.get(id, limits)).payment,
    ends: new Set<Payment['status']>([...way.slice(way.indexOf(until)), 'expired', 'failed']),
    intervalMs: interval,
    timeoutMs: timeout,
    onStatus,
    signal,
    name: `payment ${id}`,
    until,
  })
}
