import { type RunningEvm, evmFaucet } from '@gateway/devnet/evm/evm'
import { reorgEvm } from '@gateway/devnet/evm/evm-faucet'
import { callRpc } from '@gateway/devnet/rpc'
import { type Address, type Hex, hexToNumber } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'

const GAS_PRICE = 100_000_000_000n
// Enough for a transfer of tokens.
const GAS = 100_000n

/** A transaction to sign, by default from the payers' account. */
interface Order {
  readonly from?: { readonly address: Address; readonly key: Hex }
  readonly to: Address
  readonly wei?: bigint
  readonly input?: Hex
}

/** Signs a transaction with its sender's next nonce, without sending it. */
export async function signKept(evm: RunningEvm, { from = evmFaucet, to, wei = 0n, input }: Order): Promise<Hex> {
  const params = [from.address, 'latest']
  const nonce = hexToNumber(await callRpc<Hex>(evm.rpc, { method: 'eth_getTransactionCount', params }))
  const order = { type: 'eip1559', chainId: evm.chainId, maxFeePerGas: GAS_PRICE, maxPriorityFeePerGas: 1_000_000_000n, gas: GAS } as const
  return privateKeyToAccount(from.key).signTransaction({ ...order, nonce, to, value: wei, ...(input && { data: input }) })
}

/** Pays and returns the signed bytes, so that they can be sent again after a reorg. */
export async function payKept(evm: RunningEvm, order: Order): Promise<Hex> {
  const raw = await signKept(evm, order)
  await send(evm, raw)
  return raw
}

/** Sends signed bytes to the node. */
export const send = (evm: RunningEvm, raw: Hex): Promise<Hex> => callRpc(evm.rpc, { method: 'eth_sendRawTransaction', params: [raw] })

/** Replaces the last blocks by one more than that, so that the new branch is longer; its first block has only `replacement`. */
export async function reorganise(evm: RunningEvm, depth: number, replacement: readonly Hex[] = []): Promise<void> {
  await reorgEvm(evm, { depth, replacement })
}
