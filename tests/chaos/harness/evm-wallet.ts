import { evmFaucet, type RunningEvm } from '@gateway/devnet/evm/evm'
import { callRpc } from '@gateway/devnet/rpc'
import { devnetContracts } from '@gateway/scripts/stack/chain-contracts'
import { encodeFunctionData, erc20Abi, getAddress, type Hex, hexToNumber, keccak256 } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { chainOf } from './chains.ts'
import { inTurn } from './in-turn.ts'
import type { Payment, Signed, Wallet } from './live-chain.ts'

const GAS_PRICE = 100_000_000_000n
const TIP = 1_000_000_000n
const GAS = { native: 21_000n, token: 100_000n } as const

/** Payers who share the faucet's account. Its nonces are counted here, because a killed anvil forgets used ones. */
export function evmWallet(node: Pick<RunningEvm, 'rpc' | 'chainId'>): Wallet {
  const turn = inTurn()
  const account = privateKeyToAccount(evmFaucet.key)
  let nonce: number | undefined
  const sign = async (asset: string, payment: Payment): Promise<Signed> => {
    nonce ??= hexToNumber(await callRpc<Hex>(node.rpc, { method: 'eth_getTransactionCount', params: [account.address, 'pending'] }))
    const order = { type: 'eip1559', chainId: node.chainId, maxFeePerGas: GAS_PRICE, maxPriorityFeePerGas: TIP } as const
    const raw = await account.signTransaction({ ...order, nonce, ...callOf(asset, payment) })
    nonce += 1
    return { txId: keccak256(raw), raw }
  }
  return {
    sign: (asset, payment) => turn(() => sign(asset, payment)),
    send: async ({ raw }) => void (await callRpc(node.rpc, { method: 'eth_sendRawTransaction', params: [raw] })),
    knows: async ({ txId }) => (await callRpc(node.rpc, { method: 'eth_getTransactionByHash', params: [txId] })) !== null,
  }
}

const isCoin = (asset: string): boolean => asset === chainOf(asset)

function callOf(asset: string, { to, units }: Payment) {
  if (isCoin(asset)) return { to: getAddress(to), value: units, gas: GAS.native }
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [getAddress(to), units] })
  return { to: devnetContracts.usdc, data, gas: GAS.token }
}
