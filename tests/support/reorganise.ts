import { type RunningEvm, evmFaucet } from '@gateway/devnet/evm/evm'
import { reorgEvm } from '@gateway/devnet/evm/evm-faucet'
import { callRpc } from '@gateway/devnet/rpc'
import { type Address, type Hex, hexToNumber } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'

const GAS_PRICE = 100_000_000_000n
// Enough for a transfer of tokens.
const GAS = 100_000n

/** A transaction to sign: from the customers' account unless another one is named. */
interface Order {
  readonly from?: { readonly address: Address; readonly key: Hex }
  readonly to: Address
  readonly wei?: bigint
  readonly input?: Hex
}

/** Signs a transaction as its sender's next one; nobody has seen the bytes yet. */
export async function signKept(evm: RunningEvm, { from = evmFaucet, to, wei = 0n, input }: Order): Promise<Hex> {
  const params = [from.address, 'latest']
  const nonce = hexToNumber(await callRpc<Hex>(evm.rpc, { method: 'eth_getTransactionCount', params }))
  const order = { type: 'eip1559', chainId: evm.chainId, maxFeePerGas: GAS_PRICE, maxPriorityFeePerGas: 1_000_000_000n, gas: GAS } as const
  return privateKeyToAccount(from.key).signTransaction({ ...order, nonce, to, value: wei, ...(input && { data: input }) })
}

/** Pays with a transaction whose bytes stay at hand, so that it can be sent again after its block is given up. */
export async function payKept(evm: RunningEvm, order: Order): Promise<Hex> {
  const raw = await signKept(evm, order)
  await send(evm, raw)
  return raw
}

/** Hands signed bytes to the node. */
export const send = (evm: RunningEvm, raw: Hex): Promise<Hex> => callRpc(evm.rpc, { method: 'eth_sendRawTransaction', params: [raw] })

/** Gives up the last blocks for as many others and one more, so that the new branch is the longer one; the first holds `replacement` only. */
export async function reorganise(evm: RunningEvm, depth: number, replacement: readonly Hex[] = []): Promise<void> {
  await reorgEvm(evm, { depth, replacement })
}
