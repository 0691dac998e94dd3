import type { RecoveryNode } from '@gateway/chains/rail/recovery-node'
import type { Transfer } from '@gateway/chains/rail/transfer'
import { tables } from '@gateway/db/tables'
import type { ChainCode } from '@gateway/domain/money/asset'
import { sql } from 'kysely'
import { batchSourceOf } from '../../chainwatch/source/batch-source.ts'
import type { Context } from '../../kernel/context.ts'

/** A search for deposits of payments that a restored database has forgotten. */
export interface LostSearch {
  readonly node: RecoveryNode
  /** The scanned height when the restore was noticed; undefined when there was none. */
  readonly from: number | undefined
  readonly tell: (line: string) => void
}

/**
 * Reports deposits at addresses of forgotten payments: the gateway has their keys, but no longer the payments.
 *
 * Searches as far back as the scanner can, and at least everything scanned since the restore.
 *
 * @throws {ChainUnavailable} when the node lacks a block of the search.
 */
export async function findLostDeposits(ctx: Context, { node, from, tell }: LostSearch): Promise<void> {
  const { rail } = node
  if (rail.addressing !== 'pool' || from === undefined) return
  const head = await node.readHead()
  const range = { from: Math.max(1, Math.min(from, head.height - rail.ringSize)), to: head.height }
  for await (const { height, transfers } of batchSourceOf(node).readRange(range)) {
    for (const { txId, to, units } of await atRetired(ctx, rail.chain, transfers))
      tell(`${rail.chain}: ${units} units arrived at ${to} with ${txId} in block ${height}; its payment is lost.`)
  }
}

/** Transfers to pool addresses without payout terms. */
async function atRetired(ctx: Context, chain: ChainCode, transfers: readonly Transfer[]): Promise<Transfer[]> {
  if (transfers.length === 0) return []
  const { rows } = await sql<{ address: string }>`SELECT pool.address FROM address_pool AS pool
    WHERE pool.chain = ${chain} AND pool.address = ANY (${[...new Set(transfers.map(({ to }) => to))]}::text[]) AND pool.claimed_by IS NOT NULL
      AND NOT EXISTS (SELECT FROM payout_terms WHERE payout_terms.chain = pool.chain AND payout_terms.address = pool.address)`.execute(
    tables(ctx.orm.em.fork()),
  )
  const retired = new Set(rows.map((row) => row.address))
  return transfers.filter(({ to }) => retired.has(to))
}
