import { startMining } from '@gateway/devnet/bitcoin/bitcoin-miner'
import { chainDrivers } from '@gateway/devnet/chains'
import type { SolanaNode } from '@gateway/devnet/solana/solana'
import { forkSolana, tickSolana } from '@gateway/devnet/solana/solana-faucet'
import type { LiveChain } from './live-chain.ts'
import { solanaWallet } from './solana-wallet.ts'

/** Opens a Solana chain on its node, with slots that outlive kills of the node. A reorganisation drops blocks whose votes came too late. */
export function solanaChain(node: SolanaNode): LiveChain {
  const slots = startMining(() => tickSolana(node), { everySeconds: chainDrivers.SOL.blockSeconds })
  return {
    wallet: solanaWallet(node),
    reorganise: async (depth) => void (await forkSolana(node, depth)),
    rest: () => slots.stop(),
  }
}
