import type { Did } from '@gateway/domain/identity/did'
import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'

/** The name that the holder of a DID has given it; null without one, and for a DID that no merchant has claimed. Everybody may read it. */
export async function findDisplayName(em: Em, { did }: { did: Did }): Promise<string | null> {
  const found = await tables(em).selectFrom('did').select('displayName').where('did', '=', did).executeTakeFirst()
  return found?.displayName ?? null
}
