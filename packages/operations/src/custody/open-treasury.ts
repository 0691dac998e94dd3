import type { ChainNode } from '@gateway/chains/rail'
import { assetOf, type AssetCode } from '@gateway/domain/money/asset'
import { tables } from '@gateway/db/tables'
import { treasuryFunded } from '@gateway/domain/ledger/templates'
import type { Context } from '../context.ts'
import { postTransfers } from '../ledger/post-transfer.ts'
import { transaction } from '../transaction.ts'

/**
 * Has the platform's own address on a chain watched, and books once what it held before the gateway began to read the chain.
 *
 * The balance is read between two equal heads, so that money which arrives meanwhile is counted by the scanner and not twice.
 */
export async function openTreasury(ctx: Context, node: ChainNode, address: string): Promise<void> {
  const { chain } = node.rail
  const asset: AssetCode = chain
  const key = node.rail.watchKey(address)
  const known = await tables(ctx.orm.em.fork())
    .selectFrom('watch')
    .select('subject')
    .where('chain', '=', chain)
    .where('address', '=', key)
    .executeTakeFirst()
  if (known) return
  const units = await readSettledBalance(node, address)
  await transaction(ctx, async (em) => {
    await tables(em).insertInto('watch').values({ chain, address: key, subject: 'treasury', subjectId: key }).execute()
    if (units > 0n)
      await postTransfers(em, ctx, [
        treasuryFunded({ asset: assetOf(asset).code, chain, mode: 'live' }, { ref: `opening:${chain}:${key}`, units }),
      ])
  })
}

async function readSettledBalance(node: ChainNode, address: string): Promise<bigint> {
  for (;;) {
    const before = await node.readHead()
    const units = await node.readBalance(address)
    const after = await node.readHead()
    if (before.hash === after.hash) return units
  }
}
