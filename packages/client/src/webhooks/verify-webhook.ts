import { type Claim, isProven, serviceClaim, standardClaim } from './signature.ts'
import type { WebhookEvent } from './webhook-event.ts'

/** Headers of a request, of the Fetch API or of Node. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>

/** The receiver's settings. */
export interface WebhookOptions {
  /** The webhook secret; several during a rotation. */
  readonly secret: string | readonly string[]
  /** Allowed age of a signature in seconds, past or future; 300 by default. */
  readonly tolerance?: number | undefined
  /** Another name of the header with the service signature, where the gateway is configured to send one. */
  readonly signatureHeader?: string | undefined
}

/** A received delivery; the body exactly as it was sent, not parsed and serialised again. */
export interface WebhookRequest {
  readonly body: string | Uint8Array
  readonly headers: WebhookHeaders
}

/** A delivery that is not genuine: answer 401. */
export class WebhookRefused extends Error {
  override readonly name = 'WebhookRefused'
  readonly status = 401
  readonly code: 'SIGNATURE_MISSING' | 'SIGNATURE_TOO_OLD' | 'SIGNATURE_INVALID'

  constructor(code: WebhookRefused['code'], message: string) {
    super(message)
    this.code = code
  }
}

const TOLERANCE_SECONDS = 300

/**
 * Returns the event of a genuine delivery: recently signed with a secret of the receiver.
 * Either scheme is sufficient: right after a rotation only the standard one includes the old secret.
 * @throws {WebhookRefused} for every other delivery.
 * @throws {TypeError} without a secret.
 */
export async function verifyWebhook({ body, headers }: WebhookRequest, options: WebhookOptions): Promise<WebhookEvent> {
  const secrets = typeof options.secret === 'string' ? [options.secret] : options.secret
  if (secrets.length === 0 || secrets.includes('')) throw new TypeError('a webhook secret is needed')
  const claims = claimsOf(headers, options.signatureHeader)
  if (claims.length === 0) throw new WebhookRefused('SIGNATURE_MISSING', 'there is no signature that can be read')
  const nowSeconds = Date.now() / 1_000
  const fresh = claims.filter(({ seconds }) => Math.abs(nowSeconds - seconds) <= (options.tolerance ?? TOLERANCE_SECONDS))
  if (fresh.length === 0) throw new WebhookRefused('SIGNATURE_TOO_OLD', 'the signature is too old, or a clock is wrong')
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  const proofs = await Promise.all(fresh.flatMap((claim) => secrets.map((secret) => isProven(claim, { body: bytes, secret }))))
  if (!proofs.includes(true)) throw new WebhookRefused('SIGNATURE_INVALID', 'the signature is not that of this body')
  // The gateway itself signed this body, and its description defines the type.
  return JSON.parse(new TextDecoder().decode(bytes)) as WebhookEvent
}

function claimsOf(headers: WebhookHeaders, further: string | undefined): Claim[] {
  const service = [further, 'x-service-signature'].map((name) => (name === undefined ? undefined : serviceClaim(headerOf(headers, name))))
  const standard = standardClaim({
    id: headerOf(headers, 'webhook-id'),
    timestamp: headerOf(headers, 'webhook-timestamp'),
    signature: headerOf(headers, 'webhook-signature'),
  })
  return [...service, standard].filter((claim) => claim !== undefined)
}

/** Empty when it is missing or repeated. */
function headerOf(headers: WebhookHeaders, name: string): string {
  if (headers instanceof Headers) return headers.get(name) ?? ''
  const [value] = Object.entries(headers).flatMap(([key, given]) => (key.toLowerCase() === name.toLowerCase() ? [given] : []))
  return typeof value === 'string' ? value : value?.length === 1 ? (value[0] ?? '') : ''
}
