import type { RunningEvm } from '@gateway/devnet/evm/evm'
import { callRpc } from '@gateway/devnet/rpc'
import { reorganise } from '../../support/reorganise.ts'
import { evmWallet } from './evm-wallet.ts'
import type { LiveChain } from './live-chain.ts'

/** Opens an EVM chain on its node, which mines by itself. */
export const evmChain = (node: RunningEvm): LiveChain => ({
  wallet: evmWallet(node),
  reorganise: async (depth) => {
    await reorganise(node, depth)
    // anvil continues with the clock of the orphaned blocks, and a block's time decides lateness.
    await callRpc(node.rpc, { method: 'anvil_setTime', params: [Math.floor(Date.now() / 1_000)] })
  },
  rest: async () => void (await callRpc(node.rpc, { method: 'evm_setIntervalMining', params: [0] })),
})
