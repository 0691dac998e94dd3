import { type Address, concat, getContractAddress, type Hex, numberToHex } from 'viem'
import type { EvmNode } from './evm.ts'
import { mineEvm, sendEvm, waitForEvm } from './evm-faucet.ts'
import { callRpc } from '../rpc.ts'

/** The keyless CREATE2 deployer (github.com/Arachnid/deterministic-deployment-proxy): present on most chains, and on anvil from block 0. */
const create2Deployer = '0x4e59b44847b379578588920cA78FbF26c0B4956C'

/** A contract: creation code with its constructor arguments appended, and the salt (32 bytes). */
export type Deployment = { readonly initCode: Hex; readonly salt?: Hex }

const NO_SALT = numberToHex(0, { size: 32 })

/** The contract's address by `ensureContract` (EIP-1014), known before there is a chain. */
export function contractAddress({ initCode, salt = NO_SALT }: Deployment): Address {
  return getContractAddress({ opcode: 'CREATE2', from: create2Deployer, salt, bytecode: initCode })
}

/**
 * Ensures that the contract exists at its CREATE2 address, and returns it.
 * On a chain that mines only on request, it mines the one necessary block.
 * @throws {Error} when the constructor reverts or leaves no code.
 */
export async function ensureContract(node: EvmNode, deployment: Deployment): Promise<Address> {
  const { initCode, salt = NO_SALT } = deployment
  const address = contractAddress({ initCode, salt })
  if (await hasCode(node, address)) return address
  const hash = await sendEvm(node, { to: create2Deployer, input: concat([salt, initCode]) })
  if (!(await minesAlone(node))) await mineEvm(node, 1)
  await waitForEvm(node, hash)
  if (await hasCode(node, address)) return address
  throw new Error(`Deploying to ${address} left no code there (transaction ${hash})`)
}

async function hasCode(node: EvmNode, address: Address): Promise<boolean> {
  return (await callRpc<Hex>(node.rpc, { method: 'eth_getCode', params: [address, 'latest'] })) !== '0x'
}

/** anvil mines on each transaction, at an interval, or only on request. */
async function minesAlone(node: EvmNode): Promise<boolean> {
  if (await callRpc<boolean>(node.rpc, { method: 'anvil_getAutomine' })) return true
  return (await callRpc<number | null>(node.rpc, { method: 'anvil_getIntervalMining' })) !== null
}
