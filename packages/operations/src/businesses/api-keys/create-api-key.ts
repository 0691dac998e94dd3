import type { CreateApiKeyInput } from '@gateway/contract/api-keys'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { type Actor, actorName, type ApiKey } from '@gateway/domain/accounts/merchant'
import type { Scope } from '@gateway/domain/accounts/scope'
import { InvalidField } from '@gateway/domain/kernel/error'
import { newApiKey } from '../../accounts/auth/api-key.ts'
import { writeAuditEntry } from '../../accounts/audit/write-audit-entry.ts'
import type { ApiContext } from '../../kernel/context.ts'
import { type Keep, storeResponse } from '../../idempotency/idempotency-keys.ts'
import { transaction } from '../../kernel/transaction.ts'
import { applyParentLimits } from './apply-parent-limits.ts'
import { keyScope } from './key-scope.ts'
import { checkKeyLimit } from '../check-limits.ts'

/** A key that exists now, with its text that nobody can ever read again. */
export interface CreatedApiKey {
  readonly key: ApiKey
  readonly text: string
}

/** Everything, unless the maker says less. */
const everything: readonly Scope[] = ['*']

/**
 * Makes another API key of a business; at most fifty may be active.
 *
 * A key makes only keys that open no more than it does, and a test key none for real money. They end no later than it, and are revoked with it.
 *
 * @throws {NotFound} when the business is none of the caller's.
 * @throws {ScopesExceeded} {LiveKeyRequired} {InvalidField} {InvalidApiKey} {TooManyKeys}
 */
export async function createApiKey(
  ctx: Pick<ApiContext, 'orm' | 'ids' | 'clock'>,
  { actor, terms, keep }: { actor: Actor; terms: CreateApiKeyInput; keep?: Keep<CreatedApiKey> | undefined },
): Promise<CreatedApiKey> {
  await keyScope(ctx.orm.em.fork(), { actor, businessId: terms.id })
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
