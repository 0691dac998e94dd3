import type { Place, ReconciliationNode } from '@gateway/chains/reconciliation'
import type { ObjectScope, PauseScope } from '@gateway/domain/custody/pause'
import { chainsWhere } from '@gateway/domain/money/chain-facts'
import { runStatement } from '@gateway/db/kernel/run-statement'
import type { Em } from '@gateway/db/orm'

/** An address or outpoint with less than the ledger has, by a stable name, and what to pause for it. */
export type Missing = Place & { readonly name: string; readonly found: string; readonly scope: PauseScope }

/** What should lie at the address of an object. */
type PlaceOfObject = Place & { readonly scope: ObjectScope }

const ASKED_AT_ONCE = 100
const selfPaying = chainsWhere(({ networkFee }) => networkFee.coin === 'from_deposit')

const RESTING = `SELECT deposit.* FROM deposit
  WHERE deposit.chain = ANY ($1::text[]) AND deposit.state = 'included' AND deposit.subject <> 'treasury' AND deposit.asset IS NOT NULL`

// What failed transactions of the payouts of `kept` have cost their address, where deposits pay for their transactions.
const LOST = `coalesce((SELECT sum(attempt.fee) FROM spend_attempt attempt WHERE attempt.intent_id = ANY (array_agg(kept.intent_id)) AND NOT attempt.succeeded
    AND kept.asset = kept.chain AND kept.chain = ANY ($4::text[])), 0)`

// One statement is one snapshot, so deposits and cursor match. Deposits that an attempt or a payout touches may move at any moment, and a database
// that is being recovered does not know all payouts. Indexes of their own find untaken deposits and those of open payouts; final ones are most rows.
const LYING = `WITH kept AS (
    ${RESTING} AND deposit.intent_id IS NULL AND deposit.credit_revision IS NULL
    UNION ALL ${RESTING} AND deposit.intent_id IS NULL AND deposit.credit_revision IS NOT NULL
    UNION ALL ${RESTING} AND deposit.intent_id IN (SELECT intent.id FROM spend_intent intent WHERE intent.state <> 'final'
      AND NOT EXISTS (SELECT FROM spend_attempt attempt WHERE attempt.intent_id = intent.lead_id AND attempt.state <> 'dead')))
  SELECT kept.chain, kept.address, kept.asset, max(kept.subject || ':' || kept.subject_id) AS scope, max(kept.ref) AS ref, max(kept.tx_id) AS "txId", max(kept.vout) AS vout, (sum(kept.units) - ${LOST})::text AS units, cursor.height
  FROM kept JOIN chain_cursor cursor USING (chain)
  WHERE NOT EXISTS (SELECT FROM flush WHERE flush.subject_id = kept.subject_id AND flush.asset = kept.asset AND flush.height >= kept.height AND flush.spent IS NULL)
    AND NOT EXISTS (SELECT FROM recovery WHERE recovered_at IS NULL)
  GROUP BY kept.chain, kept.address, kept.asset, cursor.height, CASE WHEN kept.chain = ANY ($3::text[]) THEN kept.ref END
  ORDER BY max(kept.arrived_at) DESC LIMIT $2`

/**
 * Asks the nodes whether deposits that no transaction of the gateway has spent are still unspent: the newest `most` places, or all.
 *
 * @returns the places with too little, and how many were checked; chains without a node are skipped.
 * @throws {ChainUnavailable} when a node does not answer.
 */
export async function findMissingDeposits(
  em: Em,
  nodes: readonly ReconciliationNode[],
  { most }: { most?: number } = {},
): Promise<{ missing: Missing[]; asked: number }> {
  const withOutputs = nodes.filter(({ findOutputs }) => findOutputs !== undefined)
  const all = await runStatement<PlaceOfObject>(em, LYING, [nodes.map(chainOf), most ?? null, withOutputs.map(chainOf), selfPaying])
  const missing: Missing[] = []
  let asked = 0
  for (const node of nodes) {
    const lying = all.filter(({ chain }) => chain === node.chain)
    for (let start = 0; start < lying.length; start += ASKED_AT_ONCE) {
      const part = lying.slice(start, start + ASKED_AT_ONCE)
      const found = await node.readUnits(part)
      asked += found.filter((units) => units !== undefined).length
      missing.push(...part.flatMap((place, index) => short(place, found[index])))
    }
  }
  return { missing, asked }
}

const chainOf = ({ chain }: ReconciliationNode): string => chain

const short = (place: PlaceOfObject, found: bigint | undefined): Missing[] =>
  found !== undefined && found < BigInt(place.units)
    ? [{ name: `deposit ${place.chain}:${place.ref}`, ...place, found: String(found) }]
    : []
