import type { FeeEstimate } from '@gateway/chains/rail/fee-estimate'
import type { Em, Orm } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import type { ChainCode } from '@gateway/domain/money/asset'
import type { Context } from '../../kernel/context.ts'

/** The last fee estimate of the chain role. */
export interface FeeEstimates {
  readonly fees: FeeEstimate
  readonly at: Date
}

/** The latest estimate for a chain; undefined before the first one. */
export async function findFeeEstimates(em: Em, { chain }: { chain: ChainCode }): Promise<FeeEstimates | undefined> {
  const row = await tables(em).selectFrom('chain_cursor').select(['fees', 'feesAt']).where('chain', '=', chain).executeTakeFirst()
  return row?.fees && row.feesAt ? { fees: feesOf(row.fees), at: row.feesAt } : undefined
}

const MEMORY_MS = 2_000
const memories = new WeakMap<Orm, Map<ChainCode, FeeEstimates & { readonly readAt: number }>>()

/** The same from a cache of two seconds, for API requests: they only price a minimum. */
export async function recallFeeEstimates(
  { orm, clock }: Pick<Context, 'orm' | 'clock'>,
  chain: ChainCode,
): Promise<FeeEstimates | undefined> {
  const memory = memories.get(orm) ?? new Map<ChainCode, FeeEstimates & { readonly readAt: number }>()
  const now = clock.now().getTime()
  const remembered = memory.get(chain)
  if (remembered && Math.abs(now - remembered.readAt) < MEMORY_MS) return remembered
  const known = await findFeeEstimates(orm.em.fork(), { chain })
  if (known) memories.set(orm, memory.set(chain, { ...known, readAt: now }))
  return known
}

/** Stores an estimate with the cursor, for processes without a node. */
export async function storeFeeEstimates(em: Em, { chain, lease }: { chain: ChainCode; lease: string }, known: FeeEstimates): Promise<void> {
  const fees = Object.fromEntries(Object.entries(known.fees).map(([key, value]) => [key, String(value)]))
  await tables(em)
    .updateTable('chain_cursor')
    .set({ fees, feesAt: known.at })
    .where('chain', '=', chain)
    .where('lease', '=', lease)
    .execute()
}

type StoredFees = Readonly<Record<string, string>>

const readers: { readonly [Family in FeeEstimate['family']]: (row: StoredFees) => FeeEstimate } = {
  utxo: ({ milliSatsPerVbyte = 0, relayIncrement }) => ({
    family: 'utxo',
    milliSatsPerVbyte: BigInt(milliSatsPerVbyte),
    ...(relayIncrement !== undefined && { relayIncrement: BigInt(relayIncrement) }),
  }),
  account: ({ baseFeeWei = 0, priorityFeeWei = 0 }) => ({
    family: 'account',
    baseFeeWei: BigInt(baseFeeWei),
    priorityFeeWei: BigInt(priorityFeeWei),
  }),
  signature: ({ blockhash = '', lastValidBlockHeight = 0, blockHeight = 0, ...lamports }) => ({
    family: 'signature',
    lamportsPerSignature: BigInt(lamports['lamportsPerSignature'] ?? 0),
    leastBalance: BigInt(lamports['leastBalance'] ?? 0),
    tokenAccountRent: BigInt(lamports['tokenAccountRent'] ?? 0),
    blockhash,
    lastValidBlockHeight: Number(lastValidBlockHeight),
    blockHeight: Number(blockHeight),
  }),
}

const feesOf = (row: StoredFees): FeeEstimate => readers[row['family'] as FeeEstimate['family']](row)
