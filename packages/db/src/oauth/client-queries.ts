import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'

/** A client by the id that it sends. Whose it is does not count where it signs users in. */
export async function findAnyClient(em: Em, { clientId }: { clientId: string }) {
  return tables(em).selectFrom('oauth_client').selectAll().where('clientId', '=', clientId).executeTakeFirst()
}
