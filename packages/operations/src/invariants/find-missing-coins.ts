import { runStatement } from '@gateway/db/kernel/run-statement'
import type { Em } from '@gateway/db/orm'
import { asksOf, type Lying, type Nodes } from './ask-for-coins.ts'

/** A place where less lies than the database has, by a name that stays the same. */
export type Missing = Lying & { readonly name: string; readonly found: string }

const ASKED_AT_ONCE = 100

// One statement is one snapshot, so deposits and cursor belong together. Whatever an attempt or a payout touches may move at any moment.
// While a restored database is being caught up with, payouts of ours are unknown to it.
const LYING = `SELECT deposit.chain, deposit.address, deposit.asset, max(deposit.ref) AS ref, sum(deposit.units)::text AS units, cursor.height
  FROM deposit JOIN chain_cursor cursor USING (chain)
  LEFT JOIN spend_intent intent ON intent.id = deposit.intent_id
  WHERE deposit.chain = ANY ($1::text[]) AND deposit.state = 'included' AND deposit.subject = 'payment' AND deposit.asset IS NOT NULL
    AND (intent.id IS NULL OR intent.state <> 'final')
    AND NOT EXISTS (SELECT FROM spend_attempt WHERE spend_attempt.intent_id = intent.lead_id AND spend_attempt.state <> 'dead')
    AND NOT EXISTS (SELECT FROM flush WHERE flush.subject_id = deposit.subject_id AND flush.asset = deposit.asset AND flush.height >= deposit.height)
    AND NOT EXISTS (SELECT FROM recovery WHERE recovered_at IS NULL)
  GROUP BY deposit.chain, deposit.address, deposit.asset, cursor.height, CASE deposit.chain WHEN 'BTC' THEN deposit.ref END
  ORDER BY max(deposit.arrived_at) DESC LIMIT $2`

/**
 * Asks the nodes whether deposits that no transaction of ours has spent are still there; `most` of the places, the newest, or all of
 * them.
 *
 * @returns the places where less lies than the database has, and how many were asked about; chains without a node are left out.
 */
export async function findMissingCoins(
  em: Em,
  nodes: Nodes,
  { most }: { most?: number } = {},
): Promise<{ missing: Missing[]; asked: number }> {
  const asks = asksOf(nodes)
  const all = await runStatement<Lying>(em, LYING, [Object.keys(asks), most ?? null])
  const missing: Missing[] = []
  let asked = 0
  for (const [chain, ask] of Object.entries(asks)) {
    const lying = all.filter((place) => place.chain === chain)
    for (let start = 0; start < lying.length; start += ASKED_AT_ONCE) {
      const part = lying.slice(start, start + ASKED_AT_ONCE)
      const found = await ask(part)
      asked += found.filter((units) => units !== undefined).length
      missing.push(...part.flatMap((place, index) => short(place, found[index])))
    }
  }
  return { missing, asked }
}

const short = (place: Lying, found: bigint | undefined): Missing[] =>
  found !== undefined && found < BigInt(place.units)
    ? [{ name: `deposit ${place.chain}:${place.ref}`, ...place, found: String(found) }]
    : []
