import type { Bind } from '@gateway/chains/rail'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import type { ChainCode } from '@gateway/domain/money/asset'
import { sql } from 'kysely'
import { findConflictingSpends, type ConflictingSpend } from './find-conflicting-spends.ts'
import type { Hit } from './hit.ts'

/** A transfer to one of our addresses, with the arrival of the deposit that its transaction replaces. */
export interface Arrival extends Hit {
  readonly inheritedArrival: Date | null
}

/**
 * Gives transactions that replace a deposit (they spend an input or the nonce that it needs) its arrival, if they pay the same address at least as much
 * of the same asset. A payer who raises the fee of a payment keeps its rate; one who pays less, or from elsewhere, arrives anew.
 */
export async function withInheritedArrivals(
  em: Em,
  { chain, binds }: { readonly chain: ChainCode; readonly binds: readonly Bind[] },
  hits: readonly Hit[],
): Promise<Arrival[]> {
  const paying = new Set(hits.map(({ transfer }) => transfer.txId))
  const rivals = await findConflictingSpends(
    em,
    chain,
    binds.filter(({ txId }) => paying.has(txId)),
  )
  const arrivals = rivals.length === 0 ? new Map<string, Date>() : arrivalsOf(hits, rivals, await findReplaced(em, chain, rivals))
  return hits.map((hit) => ({ ...hit, inheritedArrival: arrivals.get(keyOfHit(hit)) ?? null }))
}

/** The earliest arrival of what each transaction replaces, by what it pays. */
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

/** What one transaction pays to one object in one asset. */
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

/** What the transactions of deposits had paid that others replace; nothing of it is in a block. */
async function findReplaced(em: Em, chain: ChainCode, rivals: readonly ConflictingSpend[]): Promise<readonly Replaced[]> {
  const { rows } =
    await sql<Replaced>`SELECT tx_id AS "txId", subject_id AS "subjectId", asset, sum(units)::text AS units, min(arrived_at) AS "arrivedAt"
    FROM deposit WHERE chain = ${chain} AND tx_id = ANY (${[...new Set(rivals.map(({ rivalOf }) => rivalOf))]}::text[]) AND state <> 'included' AND NOT dead
    GROUP BY 1, 2, 3`.execute(tables(em))
  return rows
}
