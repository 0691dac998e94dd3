import { buildCalls } from './build-calls.ts'
import { fromEnvironment } from './environment.ts'
import { type Calls, operations } from './generated/calls.ts'
import { type WaitOptions, waitForPayment } from './wait-for-payment.ts'
import type { Payment } from './generated/types.ts'

/** How a client reaches its gateway. */
export interface ClientOptions {
  /** API key of a business, or a merchant's token; `SERVICE_API_KEY` by default. Without one only what is public can be called. */
  readonly apiKey?: string | undefined
  /** Origin of the gateway, with or without `/api`; `SERVICE_BASE_URL` by default. */
  readonly baseUrl?: string | undefined
  /** Milliseconds within which a call ends, repetitions included; 30 000 by default. */
  readonly timeout?: number | undefined
}

/** Every operation of the API, and what is built on them. */
export interface Client extends Calls {
  /**
   * Reads a payment until its money is confirmed, or will not come.
   *
   * Failures that pass by themselves are waited out.
   *
   * @returns the payment at `confirmed` or later (or what `until` asks for), `expired` or `failed`.
   * @throws {GatewayError} `TIMEOUT` when that has not happened in time, or what the API refuses.
   */
  waitForPayment(id: string, options?: WaitOptions): Promise<Payment>
}

const TIMEOUT_MS = 30_000

/** A client of one gateway, with one credential. @throws {TypeError} when no address is given, or one that is no URL. */
export function createClient(options: ClientOptions = {}): Client {
  const apiKey = options.apiKey || fromEnvironment('SERVICE_API_KEY')
  const baseUrl = options.baseUrl || fromEnvironment('SERVICE_BASE_URL')
  if (baseUrl === undefined) throw new TypeError('the client needs a baseUrl, or SERVICE_BASE_URL in the environment')
  const settings = { origin: originOf(baseUrl), apiKey, timeoutMs: options.timeout ?? TIMEOUT_MS }
  // Table and type are written together, from one description.
  const calls = buildCalls(operations, settings) as unknown as Calls
  return { ...calls, waitForPayment: (id, wait) => waitForPayment(calls, { id, ...wait }) }
}

/** The paths of the API description begin at the origin, so the `/api` of an address is left out. */
const originOf = (baseUrl: string): string =>
  new URL(baseUrl).href
    .replace(/[?#].*$/, '')
    .replace(/\/+$/, '')
    .replace(/(?:\/api)+$/, '')
