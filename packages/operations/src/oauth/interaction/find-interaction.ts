import { type IncomingMessage, ServerResponse } from 'node:http'
import type Provider from 'oidc-provider'
import { errors, type InteractionResults } from 'oidc-provider'

/** What waits for a user: an authorization request, and what the user is asked. */
export interface OpenInteraction {
  readonly uid: string
  readonly prompt: { readonly name: string; readonly reasons: readonly string[]; readonly details: Readonly<Record<string, unknown>> }
  readonly params: Readonly<Record<string, unknown>>
  /** When it began, in seconds since 1970. */
  readonly beganAt: number
  /** Notes the user's answer. @returns where the browser goes on. */
  answer(result: InteractionResults): Promise<string>
}

/** The interaction of a browser's cookie; undefined when it is over, or another one than the address names. */
export async function findInteraction(provider: Provider, message: IncomingMessage, uid: string): Promise<OpenInteraction | undefined> {
  // The library only reads the cookie of the request.
  const response = new ServerResponse(message)
  try {
    const { prompt, params, iat, ...found } = await provider.interactionDetails(message, response)
    if (found.uid !== uid) return undefined
    return { uid, prompt, params, beganAt: iat, answer: (result) => provider.interactionResult(message, response, result) }
  } catch (error) {
    if (error instanceof errors.SessionNotFound) return undefined
    throw error
  }
}
