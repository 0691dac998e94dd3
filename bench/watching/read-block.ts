import type { Block } from '@gateway/chains/rail/block'
import { findCursor } from '@gateway/db/chainwatch/cursor-queries'
import { takeLease } from '@gateway/operations/chainwatch/cursor/cursor'
import { matchBlock } from '@gateway/operations/chainwatch/scanner/match-block'
import { RECORDED, recordBlock } from '@gateway/operations/chainwatch/scanner/record-block'
import type { Context } from '@gateway/operations/kernel/context'
import { silentNode } from './one-block.ts'
import { subjects } from './watcher.ts'

/** Does the scanner's work for one block of Ethereum, from a block in memory to the commit. */
export async function readBlock(ctx: Context, blockAfter: (head: { height: number; parentHash: string }) => Block): Promise<void> {
  const rail = ctx.rails.get('ETH')
  if (!rail) throw new Error('the bench has no rail for ETH')
  const node = silentNode(rail)
  const lease = await takeLease(ctx, node)
  const { height = 0, hash = '' } = (await findCursor(ctx.orm.em.fork(), lease)) ?? {}
  const block = blockAfter({ height: height + 1, parentHash: hash })
  const matched = await matchBlock(ctx, node, block)
  const head = { height: block.height, hash: block.hash, finalizedHeight: undefined }
  if ((await recordBlock(ctx, { lease, matched, head, subjects })) !== RECORDED) throw new Error('the block was not recorded')
}
