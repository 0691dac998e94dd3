import type { Business } from '@gateway/domain/businesses/business'
import { type AssetCode, assetCodes, assetOf } from '@gateway/domain/money/asset'
import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'

/** At which of a business's wallets the chain held code when it was named, by asset. */
export async function findContractWallets(em: Em, { wallets }: Pick<Business, 'wallets'>): Promise<AssetCode[]> {
  const addresses = Object.values(wallets)
  if (addresses.length === 0) return []
  const found = await tables(em)
    .selectFrom('named_wallet')
    .select(['chain', 'address'])
    .where('address', 'in', addresses)
    .where('isContract', '=', true)
    .execute()
  const places = new Set(found.map(({ chain, address }) => `${chain} ${address}`))
  return assetCodes.filter((asset) => places.has(`${assetOf(asset).chain} ${wallets[asset] ?? ''}`))
}
