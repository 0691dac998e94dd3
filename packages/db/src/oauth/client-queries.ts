import { isUuid, type MerchantId } from '@gateway/domain/kernel/id'
import type { OauthClient } from '@gateway/domain/oauth/client'
import { type PageBounds, readPage } from '../kernel/read-page.ts'
import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'

/** A client of a merchant, by either of its ids. */
export interface ClientScope {
  readonly merchantId: MerchantId
  readonly name: string
}

// Digests stay where they are: nobody who reads clients needs them.
const shown = [
  'id',
  'merchantId',
  'clientId',
  'name',
  'description',
  'redirectUris',
  'postLogoutRedirectUris',
  'scopes',
  'isPublic',
  'previousValidUntil',
  'createdAt',
  'updatedAt',
] as const satisfies readonly (keyof OauthClient)[]

/** A client of a merchant. */
export async function findOwnClient(em: Em, scope: ClientScope): Promise<OauthClient | undefined> {
  return named(em, scope).select(shown).executeTakeFirst()
}

/** The same, locked FOR UPDATE: of two changes the second finds the first, and a sign-in that is being finished waits. */
export async function lockOwnClient(em: Em, scope: ClientScope): Promise<OauthClient | undefined> {
  return named(em, scope).select(shown).forUpdate().executeTakeFirst()
}

/** A client by the id that it sends. Whose it is does not count where it signs users in. */
export async function findAnyClient(em: Em, { clientId }: { clientId: string }) {
  return tables(em).selectFrom('oauth_client').selectAll().where('clientId', '=', clientId).executeTakeFirst()
}

/** A page of the clients of a merchant, newest first, and how many there are in all. */
export async function listOwnClients(
  em: Em,
  { merchantId, ...page }: { merchantId: MerchantId } & PageBounds,
): Promise<{ clients: OauthClient[]; total: number }> {
  const all = tables(em).selectFrom('oauth_client').where('merchantId', '=', merchantId)
  const { rows: clients, total } = await readPage({ shown: all.select(shown), all }, page)
  return { clients, total }
}

/** How many clients a merchant has. Locks the merchant FOR NO KEY UPDATE: no other client is created until the caller's transaction ends. */
export async function countClientsAlone(em: Em, { merchantId }: { merchantId: MerchantId }): Promise<number> {
  await tables(em).selectFrom('merchant').select('id').where('id', '=', merchantId).forNoKeyUpdate().execute()
  const { count } = await tables(em)
    .selectFrom('oauth_client')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('merchantId', '=', merchantId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The digest of the secret that a client has now. */
export async function findSecretDigest(em: Em, { id, merchantId }: Pick<OauthClient, 'id' | 'merchantId'>): Promise<Uint8Array | null> {
  const found = await tables(em)
    .selectFrom('oauth_client')
    .select('secretDigest')
    .where('id', '=', id)
    .where('merchantId', '=', merchantId)
    .executeTakeFirst()
  return found?.secretDigest ?? null
}

/** No `client_id` is a UUID: those have no hyphens in its places. */
function named(em: Em, { merchantId, name }: ClientScope) {
  const own = tables(em).selectFrom('oauth_client').where('merchantId', '=', merchantId)
  return isUuid(name) ? own.where('id', '=', name) : own.where('clientId', '=', name)
}
