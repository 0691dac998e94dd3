import type { RecoveryNode } from '@gateway/chains/rail/recovery-node'
import { tables } from '@gateway/db/tables'
import { readFinalHeight } from '../../custody/payouts/final-height.ts'
import type { Context } from '../../kernel/context.ts'
import { isNonceWaiting } from './check-nonces.ts'
import { findUnknownMined, isUnknownWaiting } from './find-unknown-payouts.ts'

/**
 * True when a chain is scanned to its head and every unknown transaction of the gateway is final and settled. So nothing that the database has
 * forgotten can be signed again, nor be undone by a reorg.
 */
export async function isReadToHead(ctx: Context, node: RecoveryNode): Promise<boolean> {
  const em = ctx.orm.em.fork()
  const { chain } = node.rail
  // Whatever leaves the mempool meanwhile is in a block above the cursor.
  const isWaiting = (await isUnknownWaiting(em, node)) || (await isNonceWaiting(em, node))
  const head = await node.readHead()
  const cursor = await tables(em).selectFrom('chain_cursor').select(['height', 'hash']).where('chain', '=', chain).executeTakeFirst()
  if (isWaiting || cursor?.height !== head.height || cursor.hash !== head.hash) return false
  const finalHeight = await readFinalHeight(em, ctx.rails, chain)
  return (await findUnknownMined(em, node.rail)).every(({ height, isUnsettled }) => height <= finalHeight && !isUnsettled)
}
