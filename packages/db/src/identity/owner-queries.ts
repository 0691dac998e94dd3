import type { Did } from '@gateway/domain/identity/did'
import type { MerchantId } from '@gateway/domain/kernel/id'
import { isOneOf } from '../kernel/is-one-of.ts'
import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'

/** The DID of a merchant; undefined until it is claimed. */
export const findClaimedDid = async (em: Em, { merchantId }: { merchantId: MerchantId }): Promise<Did | undefined> =>
  (await tables(em).selectFrom('did').select('did').where('merchantId', '=', merchantId).executeTakeFirst())?.did

/** The claimed DID of the merchant that has claimed a DID, or has proven that a linked one is its own; undefined where nobody has, or it has claimed none. */
export async function findClaimedDidOf(em: Em, { did }: { did: Did }): Promise<Did | undefined> {
  const merchantId = (await findDidOwners(em, { dids: [did] })).get(did)
  return merchantId && findClaimedDid(em, { merchantId })
}

/** The merchants that have claimed DIDs, or have proven that linked ones are theirs. */
export async function findDidOwners(em: Em, { dids }: { dids: readonly Did[] }): Promise<Map<string, MerchantId>> {
  const claimed = tables(em)
    .selectFrom('did')
    .select(['did', 'merchantId'])
    .where(isOneOf('did', dids, 'text'))
  const proven = tables(em)
    .selectFrom('linked_did')
    .select(['did', 'merchantId'])
    .where(isOneOf('did', dids, 'text'))
    .where('isVerified', '=', true)
  const rows = await claimed.unionAll(proven).execute()
  return new Map(rows.map(({ did, merchantId }) => [did, merchantId]))
}
