import type { CreateApiKeyInput } from '@gateway/contract/api-keys'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { type Actor, actorName, type ApiKey } from '@gateway/domain/accounts/merchant'
import type { Requester } from '@gateway/domain/accounts/requester'
import type { Scope } from '@gateway/domain/accounts/scope'
import { InvalidField } from '@gateway/domain/kernel/error'
import { newApiKey } from '../../accounts/auth/api-key.ts'
import { writeAuditEntry } from '../../accounts/audit/write-audit-entry.ts'
import { requireRecentConfirmation } from '../../accounts/auth/require-confirmation.ts'
import type { ApiContext } from '../../kernel/context.ts'
import { type Keep, storeResponse } from '../../idempotency/idempotency-keys.ts'
import { transaction } from '../../kernel/transaction.ts'
import { applyParentLimits } from './apply-parent-limits.ts'
import { keyScope } from './key-scope.ts'
import { reportKey } from './report-key.ts'
import { checkKeyLimit } from '../check-limits.ts'

/** A created key, with its text, which is never shown again. */
export interface CreatedApiKey {
  readonly key: ApiKey
  readonly text: string
}

/** The scopes of a key that names none. */
const everything: readonly Scope[] = ['*']

/**
 * Creates another API key of a business; at most fifty may be active. A live key is reported to the owner by e-mail.
 *
 * A key created by a key has no more scopes, expires no later and is revoked with it; a test key creates test keys only.
 *
 * @throws {NotFound} when the business is not the caller's.
 * @throws {ConfirmationRequired} for a session of the portal.
 * @throws {ScopesExceeded} {LiveKeyRequired} {InvalidField} {InvalidApiKey} {TooManyKeys}
 */
export async function createApiKey(
  ctx: Pick<ApiContext, 'orm' | 'ids' | 'clock' | 'webhookSealingKey' | 'emailLimits'> & Requester,
  { actor, terms, keep }: { actor: Actor; terms: CreateApiKeyInput; keep?: Keep<CreatedApiKey> | undefined },
): Promise<CreatedApiKey> {
  await keyScope(ctx.orm.em.fork(), { actor, businessId: terms.id })
  requireRecentConfirmation(ctx, actor)
  const { scopes = everything, mode = actor.mode, expiresAt = null, name = null } = terms
  const createdAt = ctx.clock.now()
  if (expiresAt && expiresAt <= createdAt) throw new InvalidField('expires_at', 'must lie in the future')
  const { text, digest, ...born } = newApiKey(ctx, mode)
  return transaction(ctx, async (em) => {
    await checkKeyLimit(em, { businessId: terms.id, at: createdAt })
    const limits = await applyParentLimits(em, ctx, { actor, wanted: { mode, scopes, expiresAt } })
    const key = { ...born, ...limits, businessId: terms.id, name, scopes, createdAt, lastUsedAt: null, revokedAt: null }
    await store(em, { ...key, digest })
    const details = { businessId: terms.id, mode, scopes }
    await writeAuditEntry(em, ctx, { actor: actorName(actor), action: 'api_key.create', subjectId: key.id, details })
    if (mode === 'live') await reportKey(em, ctx, { actor, key })
    await storeResponse(em, keep, { key, text })
    return { key, text }
  })
}

async function store(em: Em, { scopes, ...row }: ApiKey & { digest: Buffer }): Promise<void> {
  await tables(em)
    .insertInto('api_key')
    .values({ ...row, scopes: [...scopes] })
    .execute()
}
