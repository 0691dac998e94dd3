import type { ChainNode } from '@gateway/chains/rail/chain-node'
import { isNoneOf } from '@gateway/db/kernel/page'
import { tables } from '@gateway/db/tables'
import { sql } from 'kysely'
import type { Context } from '../kernel/context.ts'
import { sweepEach } from '../kernel/sweeps/sweep-each.ts'

const MAX_AT_ONCE = 20

/**
 * Checks each new merchant wallet once for contract code. A contract wallet is paid like any other, but its code may reject the transfer.
 *
 * @throws {ChainUnavailable} when the node does not respond; the rest is checked later.
 */
export async function flagContractWallets(ctx: Context, node: ChainNode): Promise<void> {
  const holdsCode = node.holdsCode?.bind(node)
  if (!holdsCode) return
  const { chain } = node.rail
  const db = tables(ctx.orm.em.fork())
  const unseen = db.selectFrom('named_wallet').select('address').where('chain', '=', chain).where('isContract', 'is', null)
  await sweepEach(
    ctx,
    {
      name: 'new_wallets',
      limit: MAX_AT_ONCE,
      read: ({ limit, except }) =>
        unseen
          .where(isNoneOf(sql`address`, except))
          .limit(limit)
          .execute(),
      keyOf: ({ address }) => address,
      aboutOf: () => ({ chain }),
    },
    async ({ address }) => {
      const isContract = await holdsCode(address)
      await db.updateTable('named_wallet').set({ isContract }).where('chain', '=', chain).where('address', '=', address).execute()
      if (isContract) ctx.log.warn({ chain }, 'contract wallet detected')
    },
  )
}
