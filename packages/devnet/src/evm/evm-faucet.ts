import { randomBytes } from 'node:crypto'
import { type Address, encodeFunctionData, erc20Abi, type Hex, numberToHex, toHex } from 'viem'
import { type EvmNode, evmFaucet } from './evm.ts'
import { callRpc, RpcRefusal } from '../rpc.ts'
import { waitFor } from '../wait.ts'

/** The used members of a receipt (`eth_getTransactionReceipt`). */
export type EvmReceipt = { readonly status: Hex; readonly blockNumber: Hex; readonly blockHash: Hex; readonly gasUsed: Hex }

/** A transaction from one of the node’s funded accounts, by default the faucet; without a target it is init code. */
export type EvmCall = { readonly to?: Address; readonly wei?: bigint; readonly input?: Hex; readonly from?: Address }

/** One price for all: of two transactions with the same nonce, the later is refused and never replaces the earlier. */
const price = { maxFeePerGas: numberToHex(100_000_000_000n), maxPriorityFeePerGas: numberToHex(1_000_000_000n) }

/** anvil's messages for a nonce taken by a concurrent sender. */
const NONCE_TAKEN = /replacement transaction underpriced|nonce too low|already imported|already known/

/**
 * Sends a transaction and returns its hash. The node signs it and assigns the nonce; any number of processes may send at once.
 * @throws {RpcRefusal} when it would revert.
 */
export async function sendEvm(node: EvmNode, { from = evmFaucet.address, to, wei = 0n, input }: EvmCall): Promise<Hex> {
  const call = { from, ...(to && { to }), value: numberToHex(wei), ...price, ...(input && { input }) }
  const estimate = BigInt(await callRpc<Hex>(node.rpc, { method: 'eth_estimateGas', params: [call, 'pending'] }))
  // A fifth more, because another payment may make this one more expensive before its block.
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

/** Mines blocks at once with the pool's transactions. */
export async function mineEvm(node: EvmNode, blocks: number): Promise<void> {
  await callRpc(node.rpc, { method: 'anvil_mine', params: [numberToHex(blocks)] })
}

/**
 * Replaces the last `depth` blocks by as many others, the first of which contains exactly the given signed transactions.
 * Unlike a real node, anvil drops the transactions of abandoned blocks: they do not return to its pool.
 */
export async function reorgEvm(node: EvmNode, { depth, replacement = [] }: { depth: number; replacement?: readonly Hex[] }): Promise<void> {
  // Another coinbase makes the new blocks differ even with the same content as the abandoned ones.
  await callRpc(node.rpc, { method: 'anvil_setCoinbase', params: [toHex(randomBytes(20))] })
  await callRpc(node.rpc, { method: 'anvil_reorg', params: [depth, replacement.map((raw) => [raw, 0])] })
  // anvil goes on from the time of the block that both branches have in common; a chain that is not wound forward never reaches the end of a window.
  await callRpc(node.rpc, { method: 'anvil_setTime', params: [Math.floor(Date.now() / 1_000)] })
}

/** Waits until a transaction is mined. */
export function waitForEvm(node: EvmNode, hash: Hex): Promise<EvmReceipt> {
  return waitFor(`transaction ${hash}`, async () => {
    const receipt = await callRpc<EvmReceipt | null>(node.rpc, { method: 'eth_getTransactionReceipt', params: [hash] })
    return receipt ?? undefined
  })
}

/** Balance of an address in wei at the newest block. */
export async function nativeBalance(node: EvmNode, address: Address): Promise<bigint> {
  return BigInt(await callRpc<Hex>(node.rpc, { method: 'eth_getBalance', params: [address, 'latest'] }))
}

/** Balance of an address in base units of an ERC-20 token at the newest block. */
export async function tokenBalance(node: EvmNode, { token, address }: { token: Address; address: Address }): Promise<bigint> {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [address] })
  return BigInt(await callRpc<Hex>(node.rpc, { method: 'eth_call', params: [{ to: token, data }, 'latest'] }))
}

/** Height of the newest block. */
export async function evmHeight(node: EvmNode): Promise<number> {
  return Number(await callRpc<Hex>(node.rpc, { method: 'eth_blockNumber' }))
}
