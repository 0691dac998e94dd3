import type { Calls } from './generated/calls.ts'
import type { Payment } from './generated/types.ts'
import { GatewayError } from './gateway-error.ts'
import { pause } from './pause.ts'
import { isPassing } from './retry.ts'

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
export async function waitForPayment(
  calls: Pick<Calls, 'payments'>,
  { id, interval = INTERVAL_MS, timeout = TIMEOUT_MS, until = 'confirmed', onStatus, signal }: WaitOptions & { readonly id: string },
): Promise<Payment> {
  const ends = new Set<Payment['status']>([...way.slice(way.indexOf(until)), 'expired', 'failed'])
  let shown: Payment['status'] | undefined
  for await (const withinMs of looks({ interval, timeout, signal })) {
    const payment = await look(calls, { id, signal, withinMs })
    if (payment === undefined || payment.status === shown) continue
    shown = payment.status
    onStatus?.(payment)
    if (ends.has(shown)) return payment
  }
  throw notInTime(id, { timeout, until, shown })
}

interface Wait {
  readonly interval: number
  readonly timeout: number
  readonly signal: AbortSignal | undefined
}

/** The remaining time at each poll: at once, after every interval, and at the timeout. */
async function* looks({ interval, timeout, signal }: Wait): AsyncGenerator<number> {
  const endsAt = performance.now() + timeout
  const left = () => endsAt - performance.now()
  yield timeout
  for (let leftMs = left(); leftMs > 0; leftMs = leftMs > interval ? left() : 0) {
    await pause(Math.min(interval, leftMs), signal)
    yield left()
  }
}

interface Look {
  readonly id: string
  readonly signal: AbortSignal | undefined
  readonly withinMs: number
}

const LONGEST_LOOK_MS = 30_000
// Extra time of the last poll: its answer is the purpose of the whole wait.
const SHORTEST_LOOK_MS = 2_000

/** Undefined while the gateway is unavailable. */
async function look(calls: Pick<Calls, 'payments'>, { id, signal, withinMs }: Look): Promise<Payment | undefined> {
  try {
    const timeout = Math.max(SHORTEST_LOOK_MS, Math.min(LONGEST_LOOK_MS, withinMs))
    const { payment } = await calls.payments.get(id, { timeout, signal })
    return payment
  } catch (error) {
    if (error instanceof GatewayError && mayPass(error)) return undefined
    throw error
  }
}

/** More failures than a single call retries: a long wait can outlast them. */
const mayPass = (error: GatewayError): boolean => isPassing(error) || error.code === 'TIMEOUT' || error.status >= 500

function notInTime(id: string, { timeout, until, shown }: { timeout: number; until: string; shown: string | undefined }): GatewayError {
  const state = shown === undefined ? 'could not be read' : `is still ${shown}`
  return new GatewayError({ status: 0, code: 'TIMEOUT', message: `payment ${id} ${state} after ${timeout} ms; waited for ${until}` })
}
