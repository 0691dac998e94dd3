import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'
import type { OauthGrantEntity } from './grant.entity.ts'

/** Stores a grant, or what has changed of it. */
export async function saveGrant(em: Em, grant: OauthGrantEntity): Promise<void> {
  const { scopes, payload } = grant
  await tables(em)
    .insertInto('oauth_grant')
    .values(grant)
    .onConflict((oc) => oc.column('id').doUpdateSet({ scopes, payload }))
    .execute()
}

/** A grant that has not expired at `at`. The tenant is not known before. */
export async function findGrant(em: Em, { id, at }: { id: string; at: Date }) {
  return tables(em).selectFrom('oauth_grant').selectAll().where('id', '=', id).where('expiresAt', '>', at).executeTakeFirst()
}

/** Locks the grant of a token or code FOR UPDATE: requests with credentials of one grant follow one another. */
export async function lockGrantOf(em: Em, { models, digest }: { models: readonly string[]; digest: Buffer }): Promise<void> {
  const named = tables(em)
    .selectFrom('oauth_artifact')
    .select('grantId')
    .where('model', 'in', [...models])
    .where('digest', '=', digest)
  await tables(em).selectFrom('oauth_grant').select('id').where('id', 'in', named).forUpdate().execute()
}

/** Notes that a grant was used. */
export async function touchGrant(em: Em, { id, at }: { id: string; at: Date }): Promise<void> {
  await tables(em).updateTable('oauth_grant').set({ lastUsedAt: at }).where('id', '=', id).execute()
}

/** Ends one grant, with its codes and tokens. */
export async function deleteGrant(em: Em, { id }: { id: string }): Promise<void> {
  await tables(em).deleteFrom('oauth_grant').where('id', '=', id).execute()
}

/** Forgets grants that expired before `until`. */
export async function forgetGrants(em: Em, { until }: { until: Date }): Promise<void> {
  await tables(em).deleteFrom('oauth_grant').where('expiresAt', '<', until).execute()
}
