import { findArtifact } from '@gateway/db/oauth/artifact-queries'
import type Provider from 'oidc-provider'
import { errors, type InteractionResults } from 'oidc-provider'
import type { OauthContext } from '../oauth-context.ts'
import { digestOf } from '../store/digest.ts'

/** What waits for a user: an authorization request, and what the user is asked. */
export interface OpenInteraction {
  readonly uid: string
  readonly prompt: { readonly name: string; readonly reasons: readonly string[]; readonly details: Readonly<Record<string, unknown>> }
  /** Of the authorization request. */
  readonly params: Readonly<Record<string, string>>
  readonly beganAt: Date
  /** Whom the provider's session belonged to; undefined before the sign-in. */
  readonly accountId: string | undefined
  /** Notes the user's answer. @returns where the browser goes on. */
  answer(result: InteractionResults): Promise<string>
}

interface Asked {
  readonly provider: Provider
  /** Request and answer; the library reads the cookies of the request and leaves the answer alone. */
  readonly http: Parameters<Provider['interactionDetails']>
  readonly uid: string
}

/** The interaction of a browser's cookie; undefined when it is over, or another one than the address names. */
export async function findInteraction(
  ctx: Pick<OauthContext, 'orm' | 'clock'>,
  { provider, http, uid }: Asked,
): Promise<OpenInteraction | undefined> {
  try {
    const { prompt, params, jti, session } = await provider.interactionDetails(...http)
    if (jti !== uid) return undefined
    const stored = await findArtifact(ctx.orm.em.fork(), { model: 'Interaction', digest: digestOf(uid), at: ctx.clock.now() })
    if (!stored) return undefined
    const texts = Object.entries(params).filter((pair): pair is [string, string] => typeof pair[1] === 'string')
    return {
      uid,
      prompt,
      params: Object.fromEntries(texts),
      beganAt: stored.createdAt,
      accountId: session?.accountId,
      answer: (result) => provider.interactionResult(...http, result),
    }
  } catch (error) {
    if (error instanceof errors.SessionNotFound) return undefined
    throw error
  }
}
