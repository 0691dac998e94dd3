import type { Actor } from '@gateway/domain/accounts/merchant'
import type { ApiContext } from '@gateway/operations/context'
import type { IncomingMessage } from 'node:http'

/** What a procedure knows besides its input, whichever transport brought it. */
export interface RequestContext extends ApiContext {
  readonly requestId: string
  /** What the caller presents as its credential; empty when it presents something that cannot be one. */
  readonly credential: string | undefined
}

/** The context of a procedure that nobody may call anonymously. */
export interface ActorContext extends RequestContext {
  readonly actor: Actor
}

const BEARER = /^bearer +(\S+)$/i
const LONGEST_CREDENTIAL = 2_048

/**
 * The credential of a request: `Authorization: Bearer …`, else `X-API-Key`. Query strings are never looked at.
 *
 * A header that is empty, repeated, too long or of another scheme is a credential that nobody accepts, not the absence of one.
 */
export function credentialOf(request: IncomingMessage): string | undefined {
  const { authorization, 'x-api-key': apiKey } = request.headersDistinct
  if (authorization) return usable(authorization, (text) => BEARER.exec(text)?.[1])
  return apiKey && usable(apiKey, (text) => text)
}

function usable(values: readonly string[], read: (text: string) => string | undefined): string {
  const [text = '', ...repeated] = values
  return repeated.length > 0 || text.length > LONGEST_CREDENTIAL ? '' : (read(text) ?? '')
}
