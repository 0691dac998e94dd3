import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import type { SpentInput } from '@gateway/domain/chainwatch/transaction-input'
import type { ChainCode } from '@gateway/domain/money/asset'
import { sql } from 'kysely'
import { findConflictingSpends, type ConflictingSpend } from './find-conflicting-spends.ts'
import type { Hit } from './hit.ts'

/** A transfer to one of our addresses, with the arrival time of the deposit it replaces. */
export interface Arrival extends Hit {
  readonly inheritedArrival: Date | null
}

/**
 * Gives a transaction that replaces a deposit (same input or nonce) the deposit's arrival time, if it pays the same address at least as much of the
 * same asset. So a payer who bumps the fee keeps the rate; a smaller or unrelated payment arrives anew.
 */
export async function withInheritedArrivals(
  em: Em,
  { chain, inputs }: { readonly chain: ChainCode; readonly inputs: readonly SpentInput[] },
  hits: readonly Hit[],
): Promise<Arrival[]> {
  const paying = new Set(hits.map(({ transfer }) => transfer.txId))
  const rivals = await findConflictingSpends(
    em,
    chain,
    inputs.filter(({ txId }) => paying.has(txId)),
  )
  const arrivals = rivals.length === 0 ? new Map<string, Date>() : arrivalsOf(hits, rivals, await findReplaced(em, chain, rivals))
  return hits.map((hit) => ({ ...hit, inheritedArrival: arrivals.get(keyOfHit(hit)) ?? null }))
}

/** The earliest arrival that each transaction replaces, by what it pays. */
function arrivalsOf(hits: readonly Hit[], rivals: readonly ConflictingSpend[], replaced: readonly Replaced[]): Map<string, Date> {
  const paid = unitsByPayment(hits)
  const replacing = Map.groupBy(rivals, ({ rivalOf }) => rivalOf)
  const arrivals = new Map<string, Date>()
  for (const { units, arrivedAt, ...earlier } of replaced)
    for (const { txId } of replacing.get(earlier.txId) ?? []) {
      const key = keyOf({ ...earlier, txId })
      const known = arrivals.get(key)
      if (BigInt(units) <= (paid.get(key) ?? 0n) && (!known || arrivedAt < known)) arrivals.set(key, arrivedAt)
    }
  return arrivals
}

/** The sum of one transaction's transfers to one object in one asset. */
interface PaidBy {
  readonly txId: string
  readonly subjectId: string
  readonly asset: string | null
}

const keyOf = ({ txId, subjectId, asset }: PaidBy): string => `${txId} ${subjectId} ${asset}`

const keyOfHit = ({ transfer, watched }: Hit): string => keyOf({ ...transfer, subjectId: watched.subjectId })

function unitsByPayment(hits: readonly Hit[]): Map<string, bigint> {
  const units = new Map<string, bigint>()
  for (const hit of hits) units.set(keyOfHit(hit), (units.get(keyOfHit(hit)) ?? 0n) + hit.transfer.units)
  return units
}

interface Replaced extends PaidBy {
  readonly units: string
  readonly arrivedAt: Date
}

/** The deposits that others replace; none is in a block. */
async function findReplaced(em: Em, chain: ChainCode, rivals: readonly ConflictingSpend[]): Promise<readonly Replaced[]> {
  const { rows } =
    await sql<Replaced>`SELECT tx_id AS "txId", subject_id AS "subjectId", asset, sum(units)::text AS units, min(arrived_at) AS "arrivedAt"
    FROM deposit WHERE chain = ${chain} AND tx_id = ANY (${[...new Set(rivals.map(({ rivalOf }) => rivalOf))]}::text[]) AND state <> 'included' AND NOT dead
    GROUP BY 1, 2, 3`.execute(tables(em))
  return rows
}
