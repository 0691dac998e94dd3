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

/** The next key, locked FOR UPDATE. */
export async function lockNextKey(em: Em) {
  return tables(em).selectFrom('oauth_key').select(['kid', 'createdAt']).where('state', '=', 'next').forUpdate().executeTakeFirst()
}

/** Makes the next key, which the caller locks, the current one; the former current one is published until `until`. */
export async function turnKeys(em: Em, { kid, until }: { kid: string; until: Date }): Promise<void> {
  await tables(em).updateTable('oauth_key').set({ state: 'retired', retiredUntil: until }).where('state', '=', 'current').execute()
  await tables(em).updateTable('oauth_key').set({ state: 'current' }).where('kid', '=', kid).execute()
}

/** Forgets keys that are published no longer. */
export async function forgetKeys(em: Em, { until }: { until: Date }): Promise<void> {
  await tables(em).deleteFrom('oauth_key').where('retiredUntil', '<', until).execute()
}
