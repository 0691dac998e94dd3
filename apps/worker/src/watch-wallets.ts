import type { ChainNode } from '@gateway/chains/rail'
import { messageOf } from '@gateway/domain/kernel/error'
import { noteContractWallets, freshWalletRound } from '@gateway/operations/chainwatch/note-contract-wallets'
import type { Context } from '@gateway/operations/context'
import { recurring, type RunningRole } from './running-role.ts'

const LOOK_EVERY_MS = 60_000

/** Looks from time to time at which wallets of merchants a chain holds code. */
export function watchWallets(ctx: Context, node: ChainNode): RunningRole {
  const round = freshWalletRound()
  return recurring(LOOK_EVERY_MS, () =>
    noteContractWallets(ctx, node, round).catch((error: unknown) =>
      ctx.log.warn({ chain: node.rail.chain, problem: messageOf(error) }, 'the wallets on a chain were not looked at'),
    ),
  )
}
