import type { Actor } from '@gateway/domain/accounts/merchant'
import { nameBrowser, type Requester } from '@gateway/domain/accounts/requester'
import type { OpenIdProvider } from '@gateway/operations/oauth/provider/open-provider'
import type { ApiContext } from '@gateway/operations/kernel/context'
import { logAbout } from '@gateway/operations/kernel/log'
import type { IncomingMessage } from 'node:http'
import { requireSameOrigin } from './http/require-same-origin.ts'
import { sessionCookieOf, takesCookies } from './http/session-cookie.ts'
import type { Reply } from './http/limits/admission.ts'
import { idempotencyKeyOf } from './http/idempotency/idempotency-key.ts'
import { clientAddressOf, type TrustedRange } from './http/limits/client-address.ts'
import type { OperatorDesk } from './operator/desk.ts'
import type { PaymentStreams } from './http/streams/payment-streams.ts'
import type { Limiter } from './http/limits/rate-limit.ts'
import type { ApiRequest } from './http/route.ts'

/** The context of the operations, plus the HTTP server's own settings. */
export interface ServerContext extends ApiContext {
  readonly limiter: Limiter
  /** Proxies whose forwarded client address is trusted. */
  readonly trustedProxies: readonly TrustedRange[]
  readonly streams: PaymentStreams
  /** The refund hold of claims on the refund page; the signer keeps its own count. */
  readonly refundHoldHours: number
  /** Secrets that the card processor signs its events with; none where cards are not served. */
  readonly processorSecrets: readonly string[]
  /** Signs users in to apps of others. */
  readonly openid: OpenIdProvider
  /** What the operator area works with; undefined where it is off. */
  readonly desk?: OperatorDesk | undefined
}

/** The context of a procedure, for either transport; the address of its requester is the one that limits count. */
export interface RequestContext extends ServerContext, Requester {
  readonly requestId: string
  readonly reply: Reply
  /** The presented credential; empty when there are several, which is rejected. */
  readonly credential: string | undefined
  /** True when the credential is the cookie of the portal. */
  readonly isCookie: boolean
  /** @throws {ForeignOrigin} when a page of another origin has sent the request. */
  readonly checkOrigin: () => void
  /** The token of an escrow's party, where a request presents one to read with. */
  readonly escrowToken: string | undefined
  /** The idempotency key of the request header. @throws {HttpRefusal} 400 when it is malformed. */
  readonly idempotencyKey: () => string | undefined
  /** Identity of the call among calls of its procedure; absent where repetitions are not detected. */
  readonly repeatable?: Repeatable | undefined
}

/** A call that may carry an idempotency key. */
export interface Repeatable {
  readonly sent: () => Promise<SentMembers>
  /** Its answer is the stored one of an earlier call with the same key. */
  isReplay: boolean
}

/** The members of a call. */
export interface SentMembers {
  /** Values of the REST path parameters, in order. */
  readonly named: readonly unknown[]
  readonly body: Readonly<Record<string, unknown>>
}

/**
 * Builds the procedure context from a request.
 * @throws {ForeignOrigin} when the credential is the cookie of the portal and a page of another origin sends it.
 */
export function contextOf(server: ServerContext, { message, requestId, reply }: ApiRequest): RequestContext {
  const { credential, isCookie } = presentedBy(message)
  const checkOrigin = () => requireSameOrigin(message, server.publicUrl)
  if (isCookie) checkOrigin()
  return {
    ...server,
    log: logAbout(server.log, { requestId }),
    requestId,
    reply,
    address: clientAddressOf(message, server.trustedProxies),
    browser: nameBrowser(message.headers['user-agent']),
    credential,
    isCookie,
    escrowToken: escrowTokenOf(message),
    checkOrigin,
    idempotencyKey: () => idempotencyKeyOf(message),
  }
}

/** The context of a procedure that requires a credential. */
export interface ActorContext extends RequestContext {
  readonly actor: Actor
}

/** Several tokens are none: the reader would not know which one counts. */
const escrowTokenOf = ({ headersDistinct }: IncomingMessage): string | undefined => {
  const [token, ...others] = headersDistinct['x-escrow-token'] ?? []
  return others.length > 0 ? '' : token || undefined
}

const BEARER = /^bearer +(.+)$/i

/** A credential, and whether a browser has added it by itself. */
interface PresentedCredential {
  readonly credential: string | undefined
  readonly isCookie: boolean
}

/**
 * The credential of a request: `Authorization: Bearer …`, else `X-API-Key`, else the cookie where pages of the portal ask; never the query string.
 * An empty header, or one of another scheme, presents none and still takes precedence over the others. A malformed credential is
 * passed on whole: its beginning shows whether it is the gateway's.
 */
function presentedBy(request: IncomingMessage): PresentedCredential {
  const { authorization, 'x-api-key': apiKey } = request.headersDistinct
  if (authorization) return { credential: presented(authorization, (text) => BEARER.exec(text)?.[1]), isCookie: false }
  if (apiKey) return { credential: presented(apiKey, (text) => text || undefined), isCookie: false }
  const credential = takesCookies(request) ? sessionCookieOf(request) : undefined
  return { credential, isCookie: credential !== undefined }
}

function presented(values: readonly string[], read: (text: string) => string | undefined): string | undefined {
  const [text = '', ...repeated] = values
  return repeated.length > 0 ? '' : read(text)
}
