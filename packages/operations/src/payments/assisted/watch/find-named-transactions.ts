import { ChainUnavailable } from '@gateway/chains/errors'
import { findDueTransactions, type NamedTransaction } from '@gateway/db/payments/assisted/refund-transaction-queries'
import type { Context } from '../../../kernel/context.ts'
import type { CaughtUpScan } from '../../../kernel/address-owners.ts'
import { postpone, recordMissing, refuse } from './named-look.ts'
import { readNamedProof } from './read-named-proof.ts'
import { recordNamedProof } from './record-named-proof.ts'

/** So many at once: each takes a few calls of the node, and the next pass continues. */
const LOOKED_AT_ONCE = 10

/**
 * Looks for transactions that merchants have named for their refunds, and counts those that pay them, older ones too.
 *
 * @throws {ChainUnavailable} at the first that the node does not answer about, which then waits, so that the next pass continues with another.
 */
export async function findNamedTransactions(ctx: Context, scan: CaughtUpScan): Promise<void> {
  const { chain } = scan.lease
  const due = await findDueTransactions(ctx.orm.em.fork(), { chain, now: ctx.clock.now(), limit: LOOKED_AT_ONCE })
  for (const named of due) {
    try {
      await findOne(ctx, scan, named)
    } catch (error) {
      if (error instanceof ChainUnavailable) await postpone(ctx.orm.em.fork(), ctx, named)
      throw error
    }
  }
}

async function findOne(ctx: Context, scan: CaughtUpScan, named: NamedTransaction): Promise<void> {
  const em = ctx.orm.em.fork()
  const height = await scan.node.findHeight(named.txId)
  if (height === undefined) return recordMissing(em, ctx, named)
  const block = height > scan.height ? undefined : await scan.node.readBlock(height)
  // The scanner reads its block first; a node that has left it meanwhile is asked again.
  if (!block?.txIds.includes(named.txId)) return postpone(em, ctx, named)
  const proof = await readNamedProof(scan.node, { block, named })
  return typeof proof === 'string' ? refuse(em, named, proof) : recordNamedProof(ctx, scan, { block, named, proof })
}
