import { rememberConsent } from '@gateway/db/oauth/consent-queries'
import { isOauthScope, scopeSet } from '@gateway/domain/oauth/scope'
import type Provider from 'oidc-provider'
import { writeAuditEntry } from '../../accounts/audit/write-audit-entry.ts'
import { transaction } from '../../kernel/transaction.ts'
import type { OauthContext } from '../oauth-context.ts'
import type { OpenInteraction } from './find-interaction.ts'
import type { SignedInUser } from './portal-user.ts'

interface Consent {
  readonly provider: Provider
  readonly interaction: OpenInteraction
  readonly user: SignedInUser
}

/** Gives a client all that it asks for, and remembers it. @returns where the browser goes on. */
export async function giveConsent(ctx: OauthContext, { provider, interaction, user }: Consent): Promise<string> {
  const clientId = interaction.params['client_id'] ?? ''
  const asked = (interaction.params['scope'] ?? '').split(' ')
  const grant = new provider.Grant({ accountId: user.subject, clientId })
  grant.addOIDCScope(asked.join(' '))
  const grantId = await grant.save()
  await transaction(ctx, async (em) => {
    const scopes = scopeSet(asked.filter(isOauthScope))
    await rememberConsent(em, { merchantId: user.merchantId, clientId, scopes, at: ctx.clock.now() })
    const details = { clientId, scopes, grantId }
    await writeAuditEntry(em, ctx, {
      actor: `merchant:${user.merchantId}`,
      action: 'oauth_consent.give',
      subjectId: user.merchantId,
      details,
    })
  })
  return interaction.answer({ consent: { grantId } })
}

/** Refuses what a client asks for: it learns `access_denied` alone. @returns where the browser goes on. */
export const refuseConsent = (interaction: OpenInteraction): Promise<string> =>
  interaction.answer({ error: 'access_denied', error_description: 'The user has refused the request' })
