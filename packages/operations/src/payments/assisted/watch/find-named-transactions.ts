import { ChainUnavailable } from '@gateway/chains/errors'
import { findDueTransactions, type NamedTransaction } from '@gateway/db/payments/assisted/refund-transaction-queries'
import { readFinalHeight } from '../../../custody/payouts/final-height.ts'
import type { Context } from '../../../kernel/context.ts'
import type { CaughtUpScan } from '../../../kernel/address-owners.ts'
import { lookLater, postpone, refuse } from './named-look.ts'
import { readNamedProof } from './read-named-proof.ts'
import { recordNamedProof } from './record-named-proof.ts'

/** So many at once: each may take a whole block, and the next pass continues. */
const LOOKED_AT_ONCE = 3

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
      if (error instanceof ChainUnavailable) await lookLater(ctx.orm.em.fork(), ctx, { named, problem: 'not_answered' })
      throw error
    }
  }
}

async function findOne(ctx: Context, scan: CaughtUpScan, named: NamedTransaction): Promise<void> {
  const em = ctx.orm.em.fork()
  const height = await scan.node.findHeight(named.txId)
  if (height === undefined) return lookLater(em, ctx, { named, problem: 'not_found' })
  // The scanner reads its block first.
  if (height > scan.height) return postpone(em, ctx, named)
  const block = await scan.node.readBlock(height)
  // A node that has left its block meanwhile is asked again.
  if (!block?.txIds.includes(named.txId)) return lookLater(em, ctx, { named, problem: 'not_found' })
  const isFinal = height <= (await readFinalHeight(em, ctx.rails, scan.lease.chain))
  const proof = await readNamedProof(scan.node, { block, named, isFinal })
  if (proof === 'too_young') return postpone(em, ctx, named)
  return typeof proof === 'string' ? refuse(em, named, proof) : recordNamedProof(ctx, scan, { block, named, proof })
}
