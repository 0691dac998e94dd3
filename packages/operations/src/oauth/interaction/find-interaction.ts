import { findArtifact } from '@gateway/db/oauth/artifact-queries'
import { type IncomingMessage, ServerResponse } from 'node:http'
import type Provider from 'oidc-provider'
import { errors, type InteractionResults } from 'oidc-provider'
import type { OauthContext } from '../oauth-context.ts'
import { digestOf } from '../store/digest.ts'

/** What waits for a user: an authorization request, and what the user is asked. */
export interface OpenInteraction {
  readonly uid: string
  readonly prompt: { readonly name: string; readonly reasons: readonly string[]; readonly details: Readonly<Record<string, unknown>> }
  readonly params: Readonly<Record<string, unknown>>
  readonly beganAt: Date
  /** Notes the user's answer. @returns where the browser goes on. */
  answer(result: InteractionResults): Promise<string>
}

interface Asked {
  readonly provider: Provider
  readonly message: IncomingMessage
  readonly uid: string
}

/** The interaction of a browser's cookie; undefined when it is over, or another one than the address names. */
export async function findInteraction(
  ctx: Pick<OauthContext, 'orm' | 'clock'>,
  { provider, message, uid }: Asked,
): Promise<OpenInteraction | undefined> {
  // The library only reads the cookie of the request.
  const response = new ServerResponse(message)
  try {
    const { prompt, params, jti } = await provider.interactionDetails(message, response)
    if (jti !== uid) return undefined
    const stored = await findArtifact(ctx.orm.em.fork(), { model: 'Interaction', digest: digestOf(uid), at: ctx.clock.now() })
    if (!stored) return undefined
    return { uid, prompt, params, beganAt: stored.createdAt, answer: (result) => provider.interactionResult(message, response, result) }
  } catch (error) {
    if (error instanceof errors.SessionNotFound) return undefined
    throw error
  }
}
