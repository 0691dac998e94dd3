import type { Business } from '@gateway/domain/businesses/business'
import { type AssetCode, assetCodes, assetOf, type ChainCode } from '@gateway/domain/money/asset'
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

/**
 * True when an address is one that the service itself takes deposits at, watched already or waiting in the pool.
 *
 * @param address.watchKey - the spelling of blocks; `canonical` the one shown to people.
 */
export async function isOwnAddress(em: Em, address: { chain: ChainCode; canonical: string; watchKey: string }): Promise<boolean> {
  const { chain, canonical, watchKey } = address
  const watched = await tables(em)
    .selectFrom('watched_address')
    .select('address')
    .where('chain', '=', chain)
    .where('address', '=', watchKey)
    .executeTakeFirst()
  if (watched) return true
  const pooled = await tables(em)
    .selectFrom('address_pool')
    .select('address')
    .where('chain', '=', chain)
    .where('address', '=', canonical)
    .executeTakeFirst()
  return pooled !== undefined
}
