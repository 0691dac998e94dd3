import type { FiguresNode } from '@gateway/chains/lightning/figures-node'
import { replaceChannels } from '@gateway/db/lightning/channel-queries'
import type { Context } from '../../kernel/context.ts'
import { transaction } from '../../kernel/transaction.ts'

/** Stores the node's channels as they are now, for the operators' page. @throws {LightningUnavailable} when the node does not answer. */
export async function storeChannels(ctx: Context, { figures }: { figures: FiguresNode }): Promise<void> {
  const channels = await figures.listChannels()
  await transaction(ctx, (em) => replaceChannels(em, { channels }))
}
