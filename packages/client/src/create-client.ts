import { badgeUrls } from './badge-url.ts'
import { buildCalls } from './build-calls.ts'
import { fromEnvironment } from './environment.ts'
import { type Calls, operations } from './generated/calls.ts'
import type { Escrow, Payment } from './generated/types.ts'
import { type EscrowWaitOptions, waitForEscrow } from './wait-for-escrow.ts'
import { type WaitOptions, waitForPayment } from './wait-for-payment.ts'

/** The connection of a client to its gateway. */
export interface ClientOptions {
  /** API key of a business, or a merchant token; `SERVICE_API_KEY` by default. Without one only public operations can be called. */
  readonly apiKey?: string | undefined
  /** Origin of the gateway, with or without `/api`; `SERVICE_BASE_URL` by default. */
  readonly baseUrl?: string | undefined
  /** Timeout of a call in milliseconds, retries included; 30 000 by default. */
  readonly timeout?: number | undefined
  /** How often a failed call is repeated where that is safe; 3 by default, 0 for never. */
  readonly maxRetries?: number | undefined
  /** Sends the requests, for example through a proxy; the runtime's own `fetch` by default. */
  readonly fetch?: typeof globalThis.fetch | undefined
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
  /**
   * Polls an escrow until it is funded, or has another status that is waited for.
   * Temporary failures are retried.
   * @returns the escrow at the status `until`, or at one after which that cannot come any more.
   * @throws {GatewayError} `TIMEOUT` when that has not happened in time, or an error of the API.
   */
  waitForEscrow(id: string, options?: EscrowWaitOptions): Promise<Escrow>
  /**
   * The address of the badge of a DID, which any page can embed as an image. It is built here, without a call.
   * @throws {TypeError} for what is no DID.
   */
  badgeUrl(did: string): string
}

const TIMEOUT_MS = 30_000
const MAX_RETRIES = 3

/** Creates a client of one gateway with one credential. @throws {TypeError} without an address, or with an invalid one. */
export function createClient(options: ClientOptions = {}): Client {
  const apiKey = options.apiKey || fromEnvironment('SERVICE_API_KEY')
  const baseUrl = options.baseUrl || fromEnvironment('SERVICE_BASE_URL')
  if (baseUrl === undefined) throw new TypeError('the client needs a baseUrl, or SERVICE_BASE_URL in the environment')
  const { timeout = TIMEOUT_MS, maxRetries = MAX_RETRIES } = options
  if (!Number.isInteger(maxRetries) || maxRetries < 0) throw new TypeError('maxRetries must be a whole number from 0')
  const settings = { origin: originOf(baseUrl), apiKey, timeoutMs: timeout, maxRetries, fetch: options.fetch ?? runtimeFetch }
  // Table and type are generated together from one description.
  const calls = buildCalls(operations, settings) as unknown as Calls
  return {
    ...calls,
    waitForPayment: (id, wait) => waitForPayment(calls, { id, ...wait }),
    waitForEscrow: (id, wait) => waitForEscrow(calls, { id, ...wait }),
    badgeUrl: badgeUrls(settings.origin),
  }
}

/** Looked up at each call, so that a `fetch` that is replaced later is used. */
const runtimeFetch: typeof globalThis.fetch = (input, init) => fetch(input, init)

/** The origin of an address: the paths of the API description begin there, so the `/api` of an address is removed. */
export const originOf = (baseUrl: string): string =>
  new URL(baseUrl).href
    .replace(/[?#].*$/, '')
    .replace(/\/+$/, '')
    .replace(/(?:\/api)+$/, '')
