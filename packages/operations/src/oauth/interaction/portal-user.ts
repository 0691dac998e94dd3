import { findLiveSession } from '@gateway/db/accounts/queries'
import type { MerchantId } from '@gateway/domain/kernel/id'
import { verifyMerchantToken } from '../../accounts/auth/merchant-token.ts'
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
  const named = token ? await verifyMerchantToken(ctx, token) : undefined
  if (!named) return undefined
  const session = await findLiveSession(ctx.orm.em.fork(), { ...named, at: ctx.clock.now() })
  if (!session || session.openedIn !== 'portal') return undefined
  return { ...named, subject: await subjectOf(ctx, named), confirmedAt: session.confirmedAt }
}
