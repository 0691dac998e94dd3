import type { Em } from '@gateway/db/orm'
import { type Actor, type ApiKey, apiKeyPrefix } from '@gateway/domain/accounts/merchant'
import type { Requester } from '@gateway/domain/accounts/requester'
import { requesterOf } from '../../accounts/auth/requester-of.ts'
import { type EmailContext, queueEmail } from '../../accounts/emails/queue-email.ts'
import { getOwner } from '../get-owner.ts'
import { prefixOf } from '../prefix-of.ts'

/** Reports a new API key to the owner of its business by e-mail, in the caller's transaction. The key is not in it. */
export async function reportKey(em: Em, ctx: EmailContext & Requester, { actor, key }: { actor: Actor; key: ApiKey }): Promise<void> {
  const { id: merchantId, email: to, businessName } = await getOwner(em, { businessId: key.businessId })
  const facts = {
    kind: 'api_key_created',
    to,
    business: { id: key.businessId, name: businessName },
    name: key.name,
    keyId: key.id,
    prefix: apiKeyPrefix(key),
    scopes: key.scopes,
    expiresAt: key.expiresAt?.toISOString() ?? null,
    createdAt: key.createdAt.toISOString(),
    byKey: prefixOf(actor),
    from: requesterOf(ctx),
  } as const
  await queueEmail(em, ctx, { merchantId, facts })
}
