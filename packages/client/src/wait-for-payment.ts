import type { Calls } from './generated/calls.ts'
import type { Payment } from './generated/types.ts'
import { GatewayError } from './gateway-error.ts'
import { pause } from './pause.ts'
import { isPassing } from './retry.ts'

/** How to wait for a payment. */
export interface WaitOptions {
  /** Milliseconds between two looks; 5 000 by default. */
  readonly interval?: number | undefined
  /** Milliseconds after which waiting ends with a `TIMEOUT`; 60 minutes by default. */
  readonly timeout?: number | undefined
  /** The status to wait for; it or a later one ends the wait. `confirmed` by default, the moment to ship. */
  readonly until?: 'detected' | 'confirmed' | 'forwarding' | 'forwarded' | undefined
  /** Called with the payment as it is found first, and at each change of its status. */
  readonly onStatus?: ((payment: Payment) => void) | undefined
  /** Ends the wait when it aborts. */
  readonly signal?: AbortSignal | undefined
}

const INTERVAL_MS = 5_000
const TIMEOUT_MS = 60 * 60_000

/** The way of a payment whose money arrives; `expired` and `failed` leave it. */
const way = ['pending', 'detected', 'confirmed', 'forwarding', 'forwarded'] as const satisfies readonly Payment['status'][]

/** Reads a payment again and again until it has come as far as asked, or will not. @throws {GatewayError} see `Client.waitForPayment`. */
export async function waitForPayment(
  calls: Pick<Calls, 'payments'>,
  { id, interval = INTERVAL_MS, timeout = TIMEOUT_MS, until = 'confirmed', onStatus, signal }: WaitOptions & { readonly id: string },
): Promise<Payment> {
  const endsAt = performance.now() + timeout
  const ends = new Set<Payment['status']>([...way.slice(way.indexOf(until)), 'expired', 'failed'])
  let shown: Payment['status'] | undefined
  for (;;) {
    const payment = await look(calls, { id, signal, withinMs: endsAt - performance.now() })
    if (payment !== undefined && payment.status !== shown) {
      shown = payment.status
      onStatus?.(payment)
      if (ends.has(shown)) return payment
    }
    if (endsAt - performance.now() <= interval) throw notInTime(id, { timeout, until, shown })
    await pause(interval, signal)
  }
}

interface Look {
  readonly id: string
  readonly signal: AbortSignal | undefined
  readonly withinMs: number
}

const LONGEST_LOOK_MS = 30_000

/** Undefined when the gateway cannot be asked at the moment. */
async function look(calls: Pick<Calls, 'payments'>, { id, signal, withinMs }: Look): Promise<Payment | undefined> {
  try {
    const { payment } = await calls.payments.get(id, { timeout: Math.max(1, Math.min(LONGEST_LOOK_MS, withinMs)), signal })
    return payment
  } catch (error) {
    if (error instanceof GatewayError && mayPass(error)) return undefined
    throw error
  }
}

/** More than one call would wait for: whoever waits for a payment has time. */
const mayPass = (error: GatewayError): boolean => isPassing(error) || error.code === 'TIMEOUT' || error.status >= 500

function notInTime(id: string, { timeout, until, shown }: { timeout: number; until: string; shown: string | undefined }): GatewayError {
  const state = shown === undefined ? 'could not be read' : `is still ${shown}`
  return new GatewayError({ status: 0, code: 'TIMEOUT', message: `payment ${id} ${state} after ${timeout} ms; waited for ${until}` })
}
