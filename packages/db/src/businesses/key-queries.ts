import type { ApiKey } from '@gateway/domain/accounts/merchant'
import type { BusinessId, Mode } from '@gateway/domain/kernel/id'
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

function scoped(em: Em, { businessId, mode }: KeyScope) {
  const own = tables(em).selectFrom('api_key').where('businessId', '=', businessId)
  return mode === undefined ? own : own.where('mode', '=', mode)
}
