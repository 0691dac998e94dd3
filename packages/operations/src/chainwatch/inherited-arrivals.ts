import type { Bind } from '@gateway/chains/rail'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import type { ChainCode } from '@gateway/domain/money/asset'
import { sql } from 'kysely'
import type { Hit } from './match-block.ts'

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
  const paid = unitsByPayment(hits)
  const paying = new Set(hits.map(({ transfer }) => transfer.txId))
  const own = binds.filter(({ txId }) => paying.has(txId))
  const replaced = own.length === 0 ? [] : await findReplaced(em, chain, own)
  const arrivals = new Map<string, Date>()
  for (const { units, arrivedAt, ...payment } of replaced) {
    const key = keyOf(payment)
    const known = arrivals.get(key)
    if (BigInt(units) <= (paid.get(key) ?? 0n) && (!known || arrivedAt < known)) arrivals.set(key, arrivedAt)
  }
  return hits.map((hit) => ({ ...hit, inheritedArrival: arrivals.get(keyOfHit(hit)) ?? null }))
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

/** What deposits that need the same inputs had paid, by the transaction that spends those now and the one that had spent them. */
async function findReplaced(em: Em, chain: ChainCode, binds: readonly Bind[]): Promise<readonly Replaced[]> {
  const { rows } = await sql<Replaced>`
    SELECT rival.tx_id AS "txId", deposit.subject_id AS "subjectId", deposit.asset, sum(deposit.units)::text AS units, min(deposit.arrived_at) AS "arrivedAt"
    FROM (
      SELECT DISTINCT spent.tx_id, needed.tx_id AS replaced_tx_id
      FROM unnest(${binds.map(({ bind }) => bind)}::text[], ${binds.map(({ txId }) => txId)}::text[]) AS spent (bind, tx_id)
      JOIN deposit_bind AS needed ON needed.chain = ${chain} AND needed.bind = spent.bind AND needed.tx_id <> spent.tx_id
    ) AS rival
    JOIN deposit ON deposit.chain = ${chain} AND deposit.tx_id = rival.replaced_tx_id AND deposit.state <> 'included'
    GROUP BY rival.tx_id, rival.replaced_tx_id, deposit.subject_id, deposit.asset`.execute(tables(em))
  return rows
}
