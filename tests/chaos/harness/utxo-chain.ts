import { startMining } from '@gateway/devnet/bitcoin/bitcoin-miner'
import type { LiveChain, Payment, Wallet } from './live-chain.ts'

/** The devnet's functions for one chain whose transactions spend outputs. */
interface OutputTools<Node> {
  readonly blockSeconds: number
  wallet(node: Node): Wallet
  mine(node: Node, blocks: number): Promise<unknown>
  reorganise(node: Node, depth: number): Promise<unknown>
  keepUnmined(node: Node, txId: string): Promise<void>
  signDoubleSpend(node: Node, rival: { txId: string; to: string; sats: bigint }): Promise<{ txId: string; hex: string }>
  isMined(node: Node, txId: string): Promise<boolean>
  mineTransaction(node: Node, rival: { txId: string; hex: string }): Promise<void>
}

/** Opens a chain of outputs on its node, with a miner that outlives kills of the node. */
export const utxoChain =
  <Node>(tools: OutputTools<Node>) =>
  (node: Node): LiveChain => {
    const miner = startMining(() => tools.mine(node, 1), { everySeconds: tools.blockSeconds })
    return {
      wallet: tools.wallet(node),
      rivals: {
        holdBack: (txId) => tools.keepUnmined(node, txId),
        sign: async ({ txId, to, units }: Payment & { txId: string }) => {
          const { txId: rival, hex } = await tools.signDoubleSpend(node, { txId, to, sats: units })
          return { txId: rival, raw: hex }
        },
        isMined: (txId) => tools.isMined(node, txId),
        mine: ({ txId, raw }) => tools.mineTransaction(node, { txId, hex: raw }),
      },
      reorganise: async (depth) => {
        await miner.pause()
        await tools.reorganise(node, depth).finally(() => miner.resume())
      },
      rest: () => miner.stop(),
    }
  }
