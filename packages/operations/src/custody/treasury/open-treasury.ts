import { ChainUnavailable } from '@gateway/chains/errors'
import type { Rail } from '@gateway/chains/rail'
import type { ChainNode } from '@gateway/chains/rail/chain-node'
import { assetOf, type AssetCode } from '@gateway/domain/money/asset'
import { tables } from '@gateway/db/tables'
import { treasuryOpened } from '@gateway/domain/ledger/templates'
import type { Context } from '../../kernel/context.ts'
import { postTransfers } from '../../ledger/post-transfer.ts'
import { transaction } from '../../kernel/transaction.ts'

/**
 * Watches the platform's address on a chain and books its balance at the cursor once. Call it with the chain's lease, before any block is read
 * under it.
 *
 * The scanner books later funding. Where the node has no past balances, the balance is read between two equal heads.
 */
export async function openTreasury(ctx: Context, node: ChainNode, address: string): Promise<void> {
  const { chain } = node.rail
  const asset: AssetCode = chain
  const key = node.rail.watchKey(address)
  if (await isWatchedTreasury(ctx, node.rail, address)) return
  const units = (await readOpening(ctx, node, key)) ?? (await readSettledBalance(node, address))
  await transaction(ctx, async (em) => {
    await tables(em).insertInto('watched_address').values({ chain, address: key, subject: 'treasury', subjectId: key }).execute()
    if (units > 0n)
      await postTransfers(em, ctx, [treasuryOpened({ asset: assetOf(asset).code, chain, mode: 'live' }, { address: key, units })])
  })
}

/** True once the platform's address on a chain is watched. */
export async function isWatchedTreasury({ orm }: Pick<Context, 'orm'>, rail: Rail, address: string): Promise<boolean> {
  const known = await tables(orm.em.fork())
    .selectFrom('watched_address')
    .select('subject')
    .where('chain', '=', rail.chain)
    .where('address', '=', rail.watchKey(address))
    .executeTakeFirst()
  return known !== undefined
}

/** The balance at the cursor's block; undefined where the node cannot tell it. */
async function readOpening(ctx: Context, node: ChainNode, key: string): Promise<bigint | undefined> {
  const cursor = await tables(ctx.orm.em.fork())
    .selectFrom('chain_cursor')
    .select('hash')
    .where('chain', '=', node.rail.chain)
    .executeTakeFirst()
  if (!cursor || !node.readBalances) return undefined
  try {
    const [units] = await node.readBalances({ addresses: [key], blockHash: cursor.hash })
    return units
  } catch (error) {
    if (error instanceof ChainUnavailable) return undefined
    throw error
  }
}

async function readSettledBalance(node: ChainNode, address: string): Promise<bigint> {
  for (;;) {
    const before = await node.readHead()
    const units = await node.readBalance(address)
    const after = await node.readHead()
    if (before.hash === after.hash) return units
  }
}
