import type { Actor } from '@gateway/domain/accounts/merchant'
import type { ApiContext } from '@gateway/operations/kernel/context'
import { logAbout } from '@gateway/operations/kernel/log'
import type { IncomingMessage } from 'node:http'
import type { Reply } from './http/limits/admission.ts'
import { idempotencyKeyOf } from './http/idempotency/idempotency-key.ts'
import { clientAddressOf, type TrustedRange } from './http/limits/client-address.ts'
import type { PaymentStreams } from './http/streams/payment-streams.ts'
import type { Limiter } from './http/limits/rate-limit.ts'
import type { ApiRequest } from './http/route.ts'

/** What answering requests needs besides what operations do. */
export interface ServerContext extends ApiContext {
  readonly limiter: Limiter
  /** Proxies whose word counts about where a request comes from. */
  readonly trustedProxies: readonly TrustedRange[]
  readonly streams: PaymentStreams
}

/** What a procedure knows besides its input, whichever transport brought it. */
export interface RequestContext extends ServerContext {
  readonly requestId: string
  readonly reply: Reply
  /** Where the request comes from, as limits count it. */
  readonly address: string
  /** What the caller presents as its credential; empty when it presents several at once, which nobody accepts. */
  readonly credential: string | undefined
  /** What the header of the request says. @throws {HttpRefusal} 400 when that is no key. */
  readonly idempotencyKey: () => string | undefined
  /** What tells this call from others of its procedure; absent where repetitions are not told apart. */
  readonly repeatable?: Repeatable | undefined
}

/** A call that may carry an idempotency key. */
export interface Repeatable {
  readonly sent: () => Promise<SentMembers>
  /** Its answer was given before, to a call with the same key. */
  isReplay: boolean
}

/** Everything that came with a call. */
export interface SentMembers {
  /** Values of what its REST address names in its path, in that order. */
  readonly named: readonly unknown[]
  readonly body: Readonly<Record<string, unknown>>
}

/** What a procedure is given about the request that calls it. */
export const contextOf = (server: ServerContext, { message, requestId, reply }: ApiRequest): RequestContext => ({
  ...server,
  log: logAbout(server.log, { requestId }),
  requestId,
  reply,
  address: clientAddressOf(message, server.trustedProxies),
  credential: credentialOf(message),
  idempotencyKey: () => idempotencyKeyOf(message),
})

/** The context of a procedure that nobody may call anonymously. */
export interface ActorContext extends RequestContext {
  readonly actor: Actor
}

const BEARER = /^bearer +(.+)$/i

/**
 * The credential of a request: `Authorization: Bearer …`, else `X-API-Key`. Query strings are never looked at.
 *
 * A header that is empty or of another scheme presents none, and still wins over the other header. What is malformed is handed on whole: whether
 * it claims to be ours is seen by its beginning, and it is no longer than headers may be.
 */
export function credentialOf(request: IncomingMessage): string | undefined {
  const { authorization, 'x-api-key': apiKey } = request.headersDistinct
  if (authorization) return presented(authorization, (text) => BEARER.exec(text)?.[1])
  return apiKey && presented(apiKey, (text) => text || undefined)
}

function presented(values: readonly string[], read: (text: string) => string | undefined): string | undefined {
  const [text = '', ...repeated] = values
  return repeated.length > 0 ? '' : read(text)
}
