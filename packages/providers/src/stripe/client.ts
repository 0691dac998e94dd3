import type { ProcessorDuty } from '@gateway/domain/cards/purposes'
import { Stripe } from 'stripe'

/** The version of the interface that every type and every reader here was written for. */
const API_VERSION = '2026-10-28.endive'

/** The longest time for one call, of connecting and answering together. */
const CALL_TIMEOUT_MS = 30_000

/** The keys of a processor role and where it calls. */
export interface StripeSettings {
  /** A restricted key for each duty. */
  readonly keys: Readonly<Record<ProcessorDuty, string>>
  /** Another server that speaks the same interface; undefined for Stripe itself. */
  readonly url: string | undefined
  readonly timeoutMs?: number
}

/** A client for each duty. */
export type StripeClients = Readonly<Record<ProcessorDuty, Stripe>>

/**
 * The clients of all duties. They repeat no answered call and send no telemetry: the attempt rows decide what is sent again, and with which key
 * (github.com/stripe/stripe-node, options of the constructor).
 */
export function createStripeClients({ keys, url, timeoutMs = CALL_TIMEOUT_MS }: StripeSettings): StripeClients {
  const config = { ...addressOf(url), apiVersion: API_VERSION, maxNetworkRetries: 0, telemetry: false, timeout: timeoutMs } as const
  return {
    checkout: new Stripe(keys.checkout, config),
    refunds: new Stripe(keys.refunds, config),
    transfers: new Stripe(keys.transfers, config),
  }
}

function addressOf(url: string | undefined): Pick<Stripe.StripeConfig, 'host' | 'port' | 'protocol'> {
  if (url === undefined) return {}
  const { protocol, hostname, port } = new URL(url)
  const isPlain = protocol === 'http:'
  return { protocol: isPlain ? 'http' : 'https', host: hostname, port: port || (isPlain ? 80 : 443) }
}
