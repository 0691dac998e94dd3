import type { ChainCode } from '@gateway/domain/money/asset'
import { type RawBuilder, sql } from 'kysely'
import { foundBy } from '../kernel/found-by.ts'
import { metadataHolds } from '../kernel/metadata-matches.ts'

/** What a merchant searches escrows by; each is looked up in an index. */
export interface EscrowSearch {
  /** The ids between two, both included. */
  readonly ids: { readonly least: string; readonly most: string } | undefined
  readonly addresses: readonly { readonly chain: ChainCode; readonly address: string }[]
  /** The text itself: a value of the metadata. */
  readonly text: string
}

/** True of the escrows, of any tenant, that a search finds: by their id, their address, the address of a party, or their metadata. */
export const isSearched = (search: EscrowSearch): RawBuilder<boolean> => foundBy('escrow.id', waysOf(search))

function waysOf({ ids, addresses, text }: EscrowSearch) {
  const parties = addresses.map(({ address }) => address)
  return [
    ...(ids ? [sql`SELECT id FROM escrow WHERE id BETWEEN ${ids.least}::uuid AND ${ids.most}::uuid`] : []),
    ...addresses.map(({ chain, address }) => sql`SELECT id FROM escrow WHERE chain = ${chain} AND address = ${address}`),
    sql`SELECT id FROM escrow WHERE depositor_address = ANY (${parties}::text[])`,
    sql`SELECT id FROM escrow WHERE beneficiary_address = ANY (${parties}::text[])`,
    sql`SELECT id FROM escrow WHERE ${metadataHolds(sql.ref('metadata'), text)}`,
  ]
}
