import { type Claim, isProven, serviceClaim, standardClaim } from './signature.ts'
import type { WebhookEvent } from './webhook-event.ts'

/** Headers of a request: those of the Fetch API, or those of Node. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>

/** What a receiver knows. */
export interface WebhookOptions {
  /** The webhook secret; several while one replaces the other. */
  readonly secret: string | readonly string[]
  /** Seconds that a signature may be old, or early; 300 by default. */
  readonly tolerance?: number | undefined
  /** A header that carries the service signature under another name, where the gateway is set up to send one. */
  readonly signatureHeader?: string | undefined
}

/** A delivery as it came in; the body exactly as it was sent, not parsed and written anew. */
export interface WebhookRequest {
  readonly body: string | Uint8Array
  readonly headers: WebhookHeaders
}

/** A delivery that must not be believed: answer 401. */
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
 * The event of a genuine delivery: signed with a secret of the receiver, just now.
 *
 * Either scheme proves it: right after a rotation only the standard one is signed with the old secret too.
 *
 * @throws {WebhookRefused} for everything else.
 * @throws {TypeError} when no secret is given.
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
  // The gateway itself has signed this body, and its description says what it sends.
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

/** Empty when it is not there, or there more than once. */
function headerOf(headers: WebhookHeaders, name: string): string {
  if (headers instanceof Headers) return headers.get(name) ?? ''
  const [value] = Object.entries(headers).flatMap(([key, given]) => (key.toLowerCase() === name.toLowerCase() ? [given] : []))
  return typeof value === 'string' ? value : value?.length === 1 ? (value[0] ?? '') : ''
}
