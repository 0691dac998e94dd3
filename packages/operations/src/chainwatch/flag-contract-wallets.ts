import type { ChainNode } from '@gateway/chains/rail'
import { tables } from '@gateway/db/tables'
import type { Context } from '../kernel/context.ts'

const MOST_AT_ONCE = 20

/**
 * Asks a chain once about each wallet that merchants have named there since: whether it holds code. Such a wallet is paid like any other, but money
 * arrives there only if its contract takes it.
 *
 * @throws {ChainUnavailable} when the node does not answer; what was not asked about waits.
 */
export async function flagContractWallets(ctx: Context, node: ChainNode): Promise<void> {
  if (!node.holdsCode) return
  const { chain } = node.rail
  const db = tables(ctx.orm.em.fork())
  const unseen = db.selectFrom('named_wallet').select('address').where('chain', '=', chain).where('isContract', 'is', null)
  for (const { address } of await unseen.limit(MOST_AT_ONCE).execute()) {
    const isContract = await node.holdsCode(address)
    await db.updateTable('named_wallet').set({ isContract }).where('chain', '=', chain).where('address', '=', address).execute()
    if (isContract) ctx.log.warn({ chain }, 'a wallet of a merchant is a contract')
  }
}
