import type { FeeEstimate } from '@gateway/chains/rail'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import type { ChainCode } from '@gateway/domain/money/asset'
import { gathered } from '../gathered.ts'

const MOST_REQUESTS = 100

/** What block space cost when the chain role last looked. */
export interface KnownFees {
  readonly fees: FeeEstimate
  readonly at: Date
}

/** The latest estimate for a chain; undefined until the chain role has made one. */
export async function findFees(em: Em, { chain }: { chain: ChainCode }): Promise<KnownFees | undefined> {
  const row = await tables(em).selectFrom('chain_cursor').select(['fees', 'feesAt']).where('chain', '=', chain).executeTakeFirst()
  return row?.fees && row.feesAt ? { fees: feesOf(row.fees), at: row.feesAt } : undefined
}

/** The same for requests, which read it together when they arrive together. */
export const findFeesNow = gathered({
  most: MOST_REQUESTS,
  work: async (orm, chains: readonly ChainCode[]) => {
    const em = orm.em.fork()
    const distinct = [...new Set(chains)]
    const known = new Map(await Promise.all(distinct.map(async (chain) => [chain, await findFees(em, { chain })] as const)))
    return chains.map((chain) => known.get(chain))
  },
})

/** Stores an estimate beside the cursor, where processes without a node can read it. */
export async function storeFees(em: Em, { chain, lease }: { chain: ChainCode; lease: string }, known: KnownFees): Promise<void> {
  const fees = Object.fromEntries(Object.entries(known.fees).map(([key, value]) => [key, String(value)]))
  await tables(em)
    .updateTable('chain_cursor')
    .set({ fees, feesAt: known.at })
    .where('chain', '=', chain)
    .where('lease', '=', lease)
    .execute()
}

const feesOf = (row: Readonly<Record<string, string>>): FeeEstimate =>
  row['family'] === 'utxo'
    ? { family: 'utxo', milliSatsPerVbyte: BigInt(row['milliSatsPerVbyte'] ?? 0) }
    : { family: 'account', baseFeeWei: BigInt(row['baseFeeWei'] ?? 0), priorityFeeWei: BigInt(row['priorityFeeWei'] ?? 0) }
