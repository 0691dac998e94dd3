import { callRpc } from '@gateway/devnet/rpc'
import type { SolanaNode } from '@gateway/devnet/solana/solana'
import { signFromFaucet } from '@gateway/devnet/solana/solana-faucet'
import { usdcOf } from '@gateway/scripts/stack/chain-contracts'
import { chainOf } from './chains.ts'
import type { Wallet } from './live-chain.ts'

/** Payers who share the faucet's key. They sign with final blockhashes, which no reorganisation takes from their transactions. */
export const solanaWallet = (node: SolanaNode): Wallet => ({
  sign: (asset, { to, units }) =>
    signFromFaucet(node, {
      to,
      units,
      commitment: 'finalized',
      ...(asset !== chainOf(asset) && { mint: usdcOf(chainOf(asset)) }),
    }),
  send: async ({ raw }) =>
    void (await callRpc(node.rpc, { method: 'sendTransaction', params: [raw, { encoding: 'base64', skipPreflight: true }] })),
  knows: async ({ txId }) => {
    const { value } = await callRpc<{ value: readonly unknown[] }>(node.rpc, { method: 'getSignatureStatuses', params: [[txId]] })
    return value[0] !== null
  },
})
