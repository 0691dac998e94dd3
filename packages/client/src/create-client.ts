import { buildCalls } from './build-calls.ts'
import { fromEnvironment } from './environment.ts'
import { type Calls, operations } from './generated/calls.ts'
import { type WaitOptions, waitForPayment } from './wait-for-payment.ts'
import type { Payment } from './generated/types.ts'

/** The connection of a client to its gateway. */
export interface ClientOptions {
  /** API key of a business, or a merchant token; `SERVICE_API_KEY` by default. Without one only public operations can be called. */
  readonly apiKey?: string | undefined
  /** Origin of the gateway, with or without `/api`; `SERVICE_BASE_URL` by default. */
  readonly baseUrl?: string | undefined
  /** Timeout of a call in milliseconds, retries included; 30 000 by default. */
  readonly timeout?: number | undefined
}

/** Every operation of the API, and helpers built on them. */
export interface Client extends Calls {
  /**
   * Polls a payment until its money is confirmed, or will not arrive.
   * Temporary failures are retried.
   * @returns the payment at `confirmed` or later (or at the status `until`), `expired` or `failed`.
   * @throws {GatewayError} `TIMEOUT` when that has not happened in time, or an error of the API.
   */
  waitForPayment(id: string, options?: WaitOptions): Promise<Payment>
}

const TIMEOUT_MS = 30_000

/** Creates a client of one gateway with one credential. @throws {TypeError} without an address, or with an invalid one. */
export function createClient(options: ClientOptions = {}): Client {
  const apiKey = options.apiKey || fromEnvironment('SERVICE_API_KEY')
  const baseUrl = options.baseUrl || fromEnvironment('SERVICE_BASE_URL')
  if (baseUrl === undefined) throw new TypeError('the client needs a baseUrl, or SERVICE_BASE_URL in the environment')
  const settings = { origin: originOf(baseUrl), apiKey, timeoutMs: options.timeout ?? TIMEOUT_MS }
  // Table and type are generated together from one description.
  const calls = buildCalls(operations, settings) as unknown as Calls
  return { ...calls, waitForPayment: (id, wait) => waitForPayment(calls, { id, ...wait }) }
}

/** The paths of the API description begin at the origin, so the `/api` of an address is removed. */
const originOf = (baseUrl: string): string =>
  new URL(baseUrl).href
    .replace(/[?#].*$/, '')
    .replace(/\/+$/, '')
    .replace(/(?:\/api)+$/, '')
