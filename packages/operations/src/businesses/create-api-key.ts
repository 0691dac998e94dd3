import type { CreateApiKeyInput } from '@gateway/contract/api-keys'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { ScopesExceeded } from '@gateway/domain/accounts/errors'
import { type Actor, actorName, type ApiKey } from '@gateway/domain/accounts/merchant'
import { areWithin, type Scope } from '@gateway/domain/accounts/scope'
import { LiveKeyRequired } from '@gateway/domain/businesses/errors'
import { InvalidField } from '@gateway/domain/kernel/error'
import type { Mode } from '@gateway/domain/kernel/id'
import { newApiKey } from '../accounts/api-key.ts'
import { noteAction } from '../accounts/note-action.ts'
import type { ApiContext } from '../context.ts'
import { type Keep, keepAnswer } from '../idempotency.ts'
import { transaction } from '../transaction.ts'
import { keyScope } from './key-scope.ts'

/** A key that exists now, with its text that nobody can ever read again. */
export interface CreatedApiKey {
  readonly key: ApiKey
  readonly text: string
}

/** Everything, unless the maker says less. */
const everything: readonly Scope[] = ['*']

/**
 * Makes another API key of a business; any number may be active.
 *
 * A key makes only keys that open no more than it does, and a test key none for real money.
 *
 * @throws {NotFound} when the business is none of the caller's.
 * @throws {ScopesExceeded} {LiveKeyRequired} {InvalidField}
 */
export async function createApiKey(
  ctx: Pick<ApiContext, 'orm' | 'ids' | 'clock'>,
  { actor, terms, keep }: { actor: Actor; terms: CreateApiKeyInput; keep?: Keep<CreatedApiKey> | undefined },
): Promise<CreatedApiKey> {
  await keyScope(ctx.orm.em.fork(), { actor, businessId: terms.id })
  const { scopes = everything, mode = actor.mode, expiresAt = null, name = null } = terms
  const createdAt = ctx.clock.now()
  if (expiresAt && expiresAt <= createdAt) throw new InvalidField('expires_at', 'must lie in the future')
  refuseMore(actor, { scopes, mode })
  const { text, digest, ...born } = newApiKey(ctx, mode)
  const key = { ...born, businessId: terms.id, name, scopes, createdAt, lastUsedAt: null, expiresAt, revokedAt: null }
  await transaction(ctx, async (em) => {
    await store(em, { ...key, digest })
    const details = { businessId: terms.id, mode, scopes }
    await noteAction(em, ctx, { actor: actorName(actor), action: 'api_key.create', subjectId: key.id, details })
    await keepAnswer(em, keep, { key, text })
  })
  return { key, text }
}

/** Nobody makes a key that may do more than its maker. @throws {ScopesExceeded} {LiveKeyRequired} */
function refuseMore(actor: Actor, { scopes, mode }: { scopes: readonly Scope[]; mode: Mode }): void {
  if (actor.kind === 'key' && !areWithin(scopes, actor.scopes)) throw new ScopesExceeded(actor.scopes)
  if (actor.mode === 'test' && mode === 'live') throw new LiveKeyRequired()
}

async function store(em: Em, { scopes, ...row }: ApiKey & { digest: Buffer }): Promise<void> {
  await tables(em)
    .insertInto('api_key')
    .values({ ...row, scopes: [...scopes] })
    .execute()
}
