import { randomBytes } from 'node:crypto'
import { type Address, encodeFunctionData, erc20Abi, type Hex, numberToHex, toHex } from 'viem'
import { type EvmNode, evmFaucet } from './evm.ts'
import { callRpc, RpcRefusal } from '../rpc.ts'
import { waitFor } from '../wait.ts'

/** What the faucet reads of a receipt (`eth_getTransactionReceipt`). */
export type EvmReceipt = { readonly status: Hex; readonly blockNumber: Hex; readonly blockHash: Hex; readonly gasUsed: Hex }

/** A transaction to send from one of the node’s funded accounts, by default from the faucet; without a target it runs as init code. */
export type EvmCall = { readonly to?: Address; readonly wei?: bigint; readonly input?: Hex; readonly from?: Address }

/** One price for all: of two senders that were given the same nonce, the later is then refused and never replaces the earlier. */
const price = { maxFeePerGas: numberToHex(100_000_000_000n), maxPriorityFeePerGas: numberToHex(1_000_000_000n) }

/** How anvil words that a nonce was taken by somebody else in the same instant. */
const NONCE_TAKEN = /replacement transaction underpriced|nonce too low|already imported|already known/

/**
 * Sends a transaction and returns its hash. The node signs and numbers it; any number of processes may send at once.
 *
 * @throws {RpcRefusal} when it would revert.
 */
export async function sendEvm(node: EvmNode, { from = evmFaucet.address, to, wei = 0n, input }: EvmCall): Promise<Hex> {
  const call = { from, ...(to && { to }), value: numberToHex(wei), ...price, ...(input && { input }) }
  const estimate = BigInt(await callRpc<Hex>(node.rpc, { method: 'eth_estimateGas', params: [call, 'pending'] }))
  // A fifth more, because by the time of its block another payment may have made this one dearer.
  const params = [{ ...call, gas: numberToHex((estimate * 6n) / 5n) }]
  return waitFor(`a nonce of ${from}`, () => callRpc<Hex>(node.rpc, { method: 'eth_sendTransaction', params }).catch(whenTaken))
}

function whenTaken(error: unknown): undefined {
  if (error instanceof RpcRefusal && NONCE_TAKEN.test(error.message)) return undefined
  throw error
}

/** Pays wei from the faucet and returns the transaction's hash. */
export function payNative(node: EvmNode, payment: { to: Address; wei: bigint }): Promise<Hex> {
  return sendEvm(node, payment)
}

/** Pays base units of an ERC-20 token from the faucet, which must hold them, and returns the transaction's hash. */
export function payToken(node: EvmNode, payment: { token: Address; to: Address; units: bigint }): Promise<Hex> {
  const input = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [payment.to, payment.units] })
  return sendEvm(node, { to: payment.token, input })
}

/** Mines blocks at once with what the pool holds. */
export async function mineEvm(node: EvmNode, blocks: number): Promise<void> {
  await callRpc(node.rpc, { method: 'anvil_mine', params: [numberToHex(blocks)] })
}

/**
 * Replaces the last `depth` blocks by as many others, the first of which holds the given signed transactions and nothing else.
 *
 * Unlike a real node, anvil forgets the transactions of the blocks given up: they do not return to its pool.
 */
export async function reorgEvm(node: EvmNode, { depth, replacement = [] }: { depth: number; replacement?: readonly Hex[] }): Promise<void> {
  // Paid to somebody else, the new blocks are others even where they hold the same as those given up.
  await callRpc(node.rpc, { method: 'anvil_setCoinbase', params: [toHex(randomBytes(20))] })
  await callRpc(node.rpc, { method: 'anvil_reorg', params: [depth, replacement.map((raw) => [raw, 0])] })
}

/** Waits until a transaction is in a block. */
export function waitForEvm(node: EvmNode, hash: Hex): Promise<EvmReceipt> {
  return waitFor(`transaction ${hash}`, async () => {
    const receipt = await callRpc<EvmReceipt | null>(node.rpc, { method: 'eth_getTransactionReceipt', params: [hash] })
    return receipt ?? undefined
  })
}

/** The wei an address holds in the newest block. */
export async function nativeBalance(node: EvmNode, address: Address): Promise<bigint> {
  return BigInt(await callRpc<Hex>(node.rpc, { method: 'eth_getBalance', params: [address, 'latest'] }))
}

/** The base units of an ERC-20 token an address holds in the newest block. */
export async function tokenBalance(node: EvmNode, { token, address }: { token: Address; address: Address }): Promise<bigint> {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [address] })
  return BigInt(await callRpc<Hex>(node.rpc, { method: 'eth_call', params: [{ to: token, data }, 'latest'] }))
}

/** The number of the newest block. */
export async function evmHeight(node: EvmNode): Promise<number> {
  return Number(await callRpc<Hex>(node.rpc, { method: 'eth_blockNumber' }))
}
