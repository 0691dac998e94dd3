import type { Em } from '@gateway/db/orm'
import { rememberConsent } from '@gateway/db/oauth/consent-queries'
import { isOauthScope, scopeSet } from '@gateway/domain/oauth/scope'
import type Provider from 'oidc-provider'
import { errors } from 'oidc-provider'
import { writeAuditEntry } from '../../accounts/audit/write-audit-entry.ts'
import type { OauthContext } from '../oauth-context.ts'
import { inTransaction, withinRequest } from '../store/oauth-request.ts'
import type { OpenInteraction } from './find-interaction.ts'
import type { SignedInUser } from './portal-user.ts'

interface Consent {
  readonly provider: Provider
  readonly interaction: OpenInteraction
  readonly user: SignedInUser
}

/** Gives a client all that it asks for, and remembers it. @returns where the browser goes on; undefined when the user is signed in no longer. */
export async function giveConsent(ctx: OauthContext, consent: Consent): Promise<string | undefined> {
  try {
    const grantId = await withinRequest({ user: consent.user }, () => inTransaction(ctx, (em) => storeConsent(em, ctx, consent)))
    return consent.interaction.answer({ consent: { grantId } })
  } catch (error) {
    if (error instanceof errors.LoginRequired) return undefined
    throw error
  }
}

async function storeConsent(em: Em, ctx: OauthContext, { provider, interaction: { params }, user }: Consent): Promise<string> {
  const { subject, merchantId } = user
  const { client_id: clientId = '', scope = '' } = params
  const grant = new provider.Grant({ accountId: subject, clientId })
  grant.addOIDCScope(scope)
  const grantId = await grant.save()
  const scopes = scopeSet(scope.split(' ').filter(isOauthScope))
  await rememberConsent(em, { merchantId, clientId, scopes, at: ctx.clock.now() })
  const details = { clientId, scopes, grantId }
  await writeAuditEntry(em, ctx, { actor: `merchant:${merchantId}`, action: 'oauth_consent.give', subjectId: merchantId, details })
  return grantId
}

/** Refuses what a client asks for: it learns `access_denied` alone. @returns where the browser goes on. */
export const refuseConsent = (interaction: OpenInteraction): Promise<string> =>
  interaction.answer({ error: 'access_denied', error_description: 'The user has refused the request' })
