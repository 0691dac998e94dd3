import { InvalidApiKey, InvalidToken } from '@gateway/domain/accounts/errors'
import type { Actor } from '@gateway/domain/accounts/merchant'
import type { MerchantId } from '@gateway/domain/kernel/id'
import { authenticate } from '../../accounts/auth/authenticate.ts'
import type { OauthContext } from '../oauth-context.ts'
import type { PortalUser } from '../store/oauth-request.ts'
import { subjectOf } from '../subjects.ts'

/** Who is signed in to the portal in a browser. */
export interface SignedInUser extends PortalUser {
  readonly merchantId: MerchantId
  /** When password, code or passkey was last given. */
  readonly confirmedAt: Date
}

/** The merchant of the portal's cookie; undefined when nobody is signed in there, or not any more. */
export async function findPortalUser(ctx: OauthContext, token: string | undefined): Promise<SignedInUser | undefined> {
  const actor = await actorOf(ctx, token)
  if (actor?.kind !== 'merchant' || actor.openedIn !== 'portal') return undefined
  const { merchantId, sessionId, confirmedAt } = actor
  return { merchantId, sessionId, confirmedAt, subject: await subjectOf(ctx, { merchantId }) }
}

/** A browser may still hold the cookie of a session that has ended. */
async function actorOf(ctx: OauthContext, token: string | undefined): Promise<Actor | undefined> {
  try {
    return await authenticate(ctx, token)
  } catch (error) {
    if (error instanceof InvalidToken || error instanceof InvalidApiKey) return undefined
    throw error
  }
}
