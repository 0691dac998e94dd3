import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'
import type { OauthKeyEntity } from './key.entity.ts'

/** Every key that is published at `at`. */
export async function listKeys(em: Em, { at }: { at: Date }) {
  return tables(em)
    .selectFrom('oauth_key')
    .selectAll()
    .where((key) => key.or([key('retiredUntil', 'is', null), key('retiredUntil', '>', at)]))
    .orderBy('createdAt')
    .execute()
}

/** The published keys by id and state, which is what tells whether anything changed. */
export async function listKeyStates(em: Em, { at }: { at: Date }) {
  return tables(em)
    .selectFrom('oauth_key')
    .select(['kid', 'state'])
    .where((key) => key.or([key('retiredUntil', 'is', null), key('retiredUntil', '>', at)]))
    .orderBy('kid')
    .execute()
}

/** Stores a key, unless another process has stored one of the same state in the same moment. */
export async function insertKey(em: Em, key: OauthKeyEntity): Promise<void> {
  await tables(em)
    .insertInto('oauth_key')
    .values(key)
    .onConflict((oc) => oc.doNothing())
    .execute()
}

/** Makes the next key the current one; the former current one is published until `until`. @returns the new current key, or undefined without a next one. */
export async function turnKeys(em: Em, { until }: { until: Date }): Promise<string | undefined> {
  const next = await tables(em).selectFrom('oauth_key').select('kid').where('state', '=', 'next').forUpdate().executeTakeFirst()
  if (!next) return undefined
  await tables(em).updateTable('oauth_key').set({ state: 'retired', retiredUntil: until }).where('state', '=', 'current').execute()
  await tables(em).updateTable('oauth_key').set({ state: 'current' }).where('kid', '=', next.kid).execute()
  return next.kid
}

/** Forgets keys that are published no longer. */
export async function forgetKeys(em: Em, { until }: { until: Date }): Promise<void> {
  await tables(em).deleteFrom('oauth_key').where('retiredUntil', '<', until).execute()
}
