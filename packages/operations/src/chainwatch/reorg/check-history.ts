import { OtherHistory } from '@gateway/chains/errors'
import type { BatchSource } from '@gateway/chains/rail/block'
import { findOldestBlock } from '@gateway/db/chainwatch/cursor-queries'
import type { ChainCode } from '@gateway/domain/money/asset'
import type { Context } from '../../kernel/context.ts'

/** A chain and the blocks of its node. */
interface Told {
  readonly chain: ChainCode
  readonly source: Pick<BatchSource, 'readUpTo'>
}

/**
 * Compares the checkpoint that every chain has, the oldest block that the gateway remembers, with the node's chain. Where they agree any other
 * difference is a reorganisation within memory; where they do not, none of ours may be taken back. A new chain, and a node that has not reached the
 * checkpoint yet, prove nothing.
 *
 * @throws {OtherHistory} {ChainUnavailable}
 */
export async function checkHistory(ctx: Pick<Context, 'orm'>, { chain, source }: Told): Promise<void> {
  const oldest = await findOldestBlock(ctx.orm.em.fork(), { chain })
  if (!oldest) return
  const block = await source.readUpTo(oldest.height)
  if (block && block.hash !== oldest.hash) throw new OtherHistory(chain, oldest, block.hash)
}
