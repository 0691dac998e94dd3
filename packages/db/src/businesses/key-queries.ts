import type { ApiKey } from '@gateway/domain/accounts/merchant'
import type { BusinessId, Mode } from '@gateway/domain/kernel/id'
import { isOneOf } from '../kernel/is-one-of.ts'
import { type PageBounds, readPage } from '../kernel/read-page.ts'
import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'

/** Whose keys, and of which mode where only one may be seen. */
export interface KeyScope {
  readonly businessId: BusinessId
  readonly mode: Mode | undefined
}

// The digest stays where it is: nobody who lists keys needs it.
const shown = [
  'id',
  'businessId',
  'mode',
  'name',
  'scopes',
  'last4',
  'createdAt',
  'createdBy',
  'lastUsedAt',
  'expiresAt',
  'revokedAt',
] as const satisfies readonly (keyof ApiKey)[]

/** What may be shown of the newest key of a business that is neither revoked nor expired at `at`. */
export async function findNewestKey(em: Em, { at, ...scope }: KeyScope & { at: Date }) {
  return scoped(em, scope)
    .select(['id', 'mode', 'last4'])
    .where('revokedAt', 'is', null)
    .where((key) => key.or([key('expiresAt', 'is', null), key('expiresAt', '>', at)]))
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** How many keys of a business, of both modes, are neither revoked nor expired at `at`. */
export async function countActiveKeys(em: Em, { businessId, at }: { businessId: BusinessId; at: Date }): Promise<number> {
  const { count } = await scoped(em, { businessId, mode: undefined })
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('revokedAt', 'is', null)
    .where((key) => key.or([key('expiresAt', 'is', null), key('expiresAt', '>', at)]))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** A page of the keys of a business, newest first, and how many there are in all; revoked and expired ones too. */
export async function listStoredKeys(
  em: Em,
  { businessId, mode, ...page }: KeyScope & PageBounds,
): Promise<{ keys: ApiKey[]; total: number }> {
  const all = scoped(em, { businessId, mode })
  const { rows: keys, total } = await readPage({ shown: all.select(shown), all }, page)
  return { keys, total }
}

/** One key of a business, locked FOR UPDATE: of two revocations the second finds the first. */
export async function lockStoredKey(em: Em, { keyId, ...scope }: KeyScope & { keyId: string }): Promise<ApiKey | undefined> {
  return scoped(em, scope).select(shown).where('id', '=', keyId).forUpdate().executeTakeFirst()
}

/**
 * The key with which another is created, locked FOR SHARE until the caller's transaction ends: a revocation waits for it, and then finds the new key.
 *
 * The caller has authenticated with it, so the tenant is known.
 */
export async function lockParentKey(em: Em, { keyId }: { keyId: string }) {
  return tables(em)
    .selectFrom('api_key')
    .select(['mode', 'scopes', 'expiresAt', 'revokedAt'])
    .where('id', '=', keyId)
    .forShare()
    .executeTakeFirst()
}

/**
 * Revokes every key that a key has created, those that they have created, and so on, in whichever business.
 *
 * Locks them FOR UPDATE, each generation by a statement of its own: a creation locks the parent, so once a generation is locked the next one is
 * complete, and the statement that reads it sees it.
 *
 * @returns those that were not revoked before.
 */
export async function revokeChildKeys(em: Em, { keyId, at }: { keyId: string; at: Date }): Promise<Pick<ApiKey, 'id' | 'businessId'>[]> {
  const revoked = []
  for (let parents = [keyId]; parents.length > 0;) {
    const children = await lockChildren(em, parents)
    const live = children.filter(({ revokedAt }) => revokedAt === null)
    const liveIds = live.map(({ id }) => id)
    await tables(em)
      .updateTable('api_key')
      .set({ revokedAt: at })
      .where(isOneOf('id', liveIds, 'text'))
      .execute()
    revoked.push(...live)
    parents = children.map(({ id }) => id)
  }
  return revoked
}

const lockChildren = (em: Em, parents: readonly string[]) =>
  tables(em)
    .selectFrom('api_key')
    .select(['id', 'businessId', 'revokedAt'])
    .where(
      isOneOf(
        'createdBy',
        parents.map((id) => `key:${id}`),
        'text',
      ),
    )
    .orderBy('id')
    .forUpdate()
    .execute()

function scoped(em: Em, { businessId, mode }: KeyScope) {
  const own = tables(em).selectFrom('api_key').where('businessId', '=', businessId)
  return mode === undefined ? own : own.where('mode', '=', mode)
}
