import { createBitcoinRpc } from '@gateway/chains/bitcoin/rpc'
import { ChainUnavailable } from '@gateway/chains/errors'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { sql } from 'kysely'
import { z } from 'zod'
import { expectedBalance } from '../../chainwatch/internal-transfers/expected-balance.ts'
import { balanceQueriesOf, type NodeBalances, type Nodes } from './node-balances.ts'

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
/** The node scans its whole unspent set, which takes minutes on a large chain. */
const SCAN_MS = 600_000

const walletsOf = (
  assets: readonly string[],
) => sql<NodeBalances>`SELECT wallet.chain, wallet.address, served.code AS asset, '' AS ref, wallet.height,
    ${expectedBalance(sql`wallet.id`, sql`served.code`)}::text AS units
  FROM (SELECT payout_terms.chain, payout_terms.address, payout_terms.subject_id::text AS id, cursor.height FROM payout_terms JOIN chain_cursor cursor USING (chain)
    WHERE payout_terms.chain = 'ETH' AND payout_terms.subject = 'payment' ORDER BY payout_terms.created_at DESC LIMIT ${MAX_ADDRESSES}) AS wallet
  CROSS JOIN unnest(${[...assets]}::text[]) AS served (code)`

const OWN_ADDRESSES = sql<{
  address: string
  height: number
}>`SELECT payout_terms.address, cursor.height FROM payout_terms JOIN chain_cursor cursor USING (chain)
  WHERE payout_terms.chain = 'BTC' AND payout_terms.subject = 'payment' ORDER BY payout_terms.created_at DESC LIMIT ${MAX_ADDRESSES}`

const Scanned = z.object({ unspents: z.array(z.object({ txid: z.string(), vout: z.int(), height: z.int(), desc: z.string() })) })

/**
 * Asks the nodes for everything at the gateway's addresses, the newest thousand of each chain, at the scanned height: unknown money was missed,
 * and a rescan finds it. Slow on a large chain, so not for a worker.
 *
 * @throws {ChainUnavailable} when a node does not answer.
 */
export async function findUnrecordedDeposits(em: Em, nodes: Nodes): Promise<Unrecorded[]> {
  return [...(await findOutputs(em, nodes.BTC)), ...(await findBalances(em, nodes))]
}

async function findBalances(em: Em, { ETH }: Nodes): Promise<Unrecorded[]> {
  const ask = balanceQueriesOf({ ETH })['ETH']
  if (!ETH || !ask) return []
  const { rows: wallets } = await walletsOf(['ETH', ...Object.keys(ETH.tokens)]).execute(tables(em))
  const unrecorded: Unrecorded[] = []
  for (let start = 0; start < wallets.length; start += ASKED_AT_ONCE) {
    const part = wallets.slice(start, start + ASKED_AT_ONCE)
    const found = await ask(part)
    unrecorded.push(
      ...part.flatMap(({ chain, address, asset, units }, at) =>
        (found[at] ?? 0n) > BigInt(units) ? [{ chain, address, asset, known: units, found: String(found[at]) }] : [],
      ),
    )
  }
  return unrecorded
}

async function findOutputs(em: Em, node: Nodes['BTC']): Promise<Unrecorded[]> {
  const { rows: own } = await OWN_ADDRESSES.execute(tables(em))
  const [first] = own
  if (!node || !first) return []
  const descriptors = own.map(({ address }) => `addr(${address})`)
  const rpc = createBitcoinRpc({ rpcUrl: node.rpc, timeoutMs: SCAN_MS })
  const [answer] = await rpc([{ method: 'scantxoutset', params: ['start', descriptors] }])
  const scanned = Scanned.safeParse(answer && 'result' in answer ? answer.result : undefined)
  if (!scanned.success) throw new ChainUnavailable('BTC', 'it does not report its unspent outputs')
  const read = scanned.data.unspents.filter(({ height }) => height <= first.height)
  const refs = read.map(({ txid, vout }) => `${txid}:${vout}`)
  const { rows } = await sql<{ ref: string }>`SELECT ref FROM deposit WHERE chain = 'BTC' AND ref = ANY (${refs}::text[])`.execute(
    tables(em),
  )
  const known = new Set(rows.map(({ ref }) => ref))
  return read.flatMap(({ txid, vout, desc }) => {
    const found = `${txid}:${vout}`
    return known.has(found) ? [] : [{ chain: 'BTC', address: /\((\w+)\)/.exec(desc)?.[1] ?? '', asset: 'BTC', known: 'nothing', found }]
  })
}
