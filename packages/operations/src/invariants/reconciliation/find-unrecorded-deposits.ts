import type { Place, ReconciliationNode } from '@gateway/chains/reconciliation'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { payoutOwners } from '@gateway/domain/custody/purposes'
import { sql } from 'kysely'
import { expectedBalance } from '../../chainwatch/internal-transfers/expected-balance.ts'

/** Money at an address of the gateway that the database does not know. */
export interface Unrecorded {
  readonly chain: string
  readonly address: string
  readonly asset: string
  readonly known: string
  /** In base units, or the outpoint. */
  readonly found: string
}

const MAX_ADDRESSES = 1_000
const ASKED_AT_ONCE = 100

const walletsOf = ({
  chain,
  assets,
}: ReconciliationNode) => sql<Place>`SELECT wallet.chain, wallet.address, served.code AS asset, '' AS ref, wallet.height,
    ${expectedBalance(sql`wallet.id`, sql`served.code`)}::text AS units
  FROM (SELECT payout_terms.chain, payout_terms.address, payout_terms.subject_id::text AS id, cursor.height FROM payout_terms JOIN chain_cursor cursor USING (chain)
    WHERE payout_terms.chain = ${chain} AND payout_terms.subject = ANY (${payoutOwners}::text[]) ORDER BY payout_terms.created_at DESC LIMIT ${MAX_ADDRESSES}) AS wallet
  CROSS JOIN unnest(${[...assets]}::text[]) AS served (code)`

const addressesOf = ({ chain }: ReconciliationNode) => sql<{
  address: string
  height: number
}>`SELECT payout_terms.address, cursor.height FROM payout_terms JOIN chain_cursor cursor USING (chain)
  WHERE payout_terms.chain = ${chain} AND payout_terms.subject = ANY (${payoutOwners}::text[]) ORDER BY payout_terms.created_at DESC LIMIT ${MAX_ADDRESSES}`

const knownOf = (chain: string, refs: readonly string[]) =>
  sql<{ ref: string }>`SELECT ref FROM deposit WHERE chain = ${chain} AND ref = ANY (${refs}::text[])`

/**
 * Asks the nodes for everything at the gateway's addresses, the newest thousand of each chain, at the scanned height: unknown money was missed,
 * and a rescan finds it. Slow on a large chain, so not for a worker.
 *
 * @throws {ChainUnavailable} when a node does not answer.
 */
export async function findUnrecordedDeposits(em: Em, nodes: readonly ReconciliationNode[]): Promise<Unrecorded[]> {
  const unrecorded: Unrecorded[] = []
  for (const node of nodes) unrecorded.push(...(await (node.findOutputs ? findOutputs(em, node) : findBalances(em, node))))
  return unrecorded
}

async function findBalances(em: Em, node: ReconciliationNode): Promise<Unrecorded[]> {
  const { rows: wallets } = await walletsOf(node).execute(tables(em))
  const unrecorded: Unrecorded[] = []
  for (let start = 0; start < wallets.length; start += ASKED_AT_ONCE) {
    const part = wallets.slice(start, start + ASKED_AT_ONCE)
    const found = await node.readUnits(part)
    unrecorded.push(
      ...part.flatMap(({ chain, address, asset, units }, at) =>
        (found[at] ?? 0n) > BigInt(units) ? [{ chain, address, asset, known: units, found: String(found[at]) }] : [],
      ),
    )
  }
  return unrecorded
}

async function findOutputs(em: Em, node: ReconciliationNode): Promise<Unrecorded[]> {
  const { chain } = node
  const { rows: own } = await addressesOf(node).execute(tables(em))
  const [first] = own
  if (!first) return []
  const outputs = (await node.findOutputs?.(own.map(({ address }) => address))) ?? []
  const read = outputs.filter(({ height }) => height <= first.height)
  const refs = read.map(({ ref }) => ref)
  const { rows } = await knownOf(chain, refs).execute(tables(em))
  const known = new Set(rows.map(({ ref }) => ref))
  return read.flatMap(({ ref, address, asset }) => (known.has(ref) ? [] : [{ chain, address, asset, known: 'nothing', found: ref }]))
}
