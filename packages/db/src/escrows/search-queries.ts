import type { ChainCode } from '@gateway/domain/money/asset'
import type { BusinessId, MerchantId, Mode } from '@gateway/domain/kernel/id'
import { sql } from 'kysely'
import { metadataHolds } from '../kernel/metadata-matches.ts'
import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'

/** Whose escrows are searched. */
export interface EscrowSearchScope {
  readonly merchantId: MerchantId
  readonly businessId: BusinessId
  readonly mode: Mode
}

/** What a merchant searches escrows by; each is looked up in an index. */
export interface EscrowSearch {
  /** The ids between two, both included. */
  readonly ids: { readonly least: string; readonly most: string } | undefined
  readonly addresses: readonly { readonly chain: ChainCode; readonly address: string }[]
  /** The text itself: a value of the metadata. */
  readonly text: string
}

/** The ids of the escrows of a business that a search finds: by their id, their address, the address of a party, or their metadata. */
export async function searchEscrows(
  em: Em,
  { scope, search, most }: { scope: EscrowSearchScope; search: EscrowSearch; most: number },
): Promise<string[]> {
  const { merchantId, businessId, mode } = scope
  const { rows } = await sql<{ id: string }>`SELECT escrow.id FROM (${sql.join(waysOf(search), sql` UNION `)}) found
    JOIN escrow ON escrow.id = found.id
    WHERE escrow.merchant_id = ${merchantId}::uuid AND escrow.business_id = ${businessId}::uuid AND escrow.mode = ${mode}
    LIMIT ${most}`.execute(tables(em))
  return rows.map(({ id }) => id)
}

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
