import type { Grant, KoaContextWithOIDC } from 'oidc-provider'
import { isRemembered } from '../consents/is-remembered.ts'
import type { OauthContext } from '../oauth-context.ts'
import { currentRequest, inTransaction } from '../store/oauth-request.ts'
import { requestedScopes } from './requested-scopes.ts'

/**
 * The grant of a sign-in: the one that its user has just given, or a new one where all was given before. Each sign-in has its own, so
 * that its thirty days begin with it and its end leaves others alive.
 */
export const grantLoader =
  (ctx: OauthContext) =>
  async (request: KoaContextWithOIDC): Promise<Grant | undefined> => {
    const { oidc } = request
    const given = oidc.result?.consent?.grantId
    if (given !== undefined) return oidc.provider.Grant.find(given)
    const { user } = currentRequest()
    const clientId = oidc.client?.clientId
    // Another user of the portal, or none, is asked to sign in first.
    if (!user || user.subject !== oidc.account?.accountId || clientId === undefined) return undefined
    const scopes = requestedScopes(request)
    return oidc.promptPending('consent') ? undefined : giveRemembered(ctx, request, { subject: user.subject, clientId, scopes })
  }

function giveRemembered(
  ctx: OauthContext,
  { oidc }: KoaContextWithOIDC,
  { subject, clientId, scopes }: { subject: string; clientId: string; scopes: readonly string[] },
): Promise<Grant | undefined> {
  return inTransaction(ctx, async () => {
    if (!(await isRemembered(ctx, { subject, clientId, scopes }))) return undefined
    const grant = new oidc.provider.Grant({ accountId: subject, clientId })
    grant.addOIDCScope(scopes.join(' '))
    await grant.save()
    return grant
  })
}
