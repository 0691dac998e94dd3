import { join } from 'node:path'
import { startChild } from '../processes/child.ts'
import { prepareServer } from '../processes/prepare-server.ts'
import { keepEvmState, pickEvmState } from './evm-state.ts'
import { callRpc } from '../rpc.ts'
import { type Log, type Running, silent } from '../processes/running.ts'

/** Options of an EVM chain. */
export type EvmOptions = {
  /** Contains the chain's state, port and log; the same folder continues the same chain. */
  readonly dataDir: string
  readonly port?: number | undefined
  /** Block interval, also for empty blocks. Without it blocks are mined only on request. */
  readonly blockTimeSeconds?: number | undefined
  /** EIP-155 chain id. Default 31337. */
  readonly chainId?: number | undefined
  readonly log?: Log | undefined
}

/** An EVM node by its JSON-RPC address. */
export type EvmNode = { readonly rpc: string }

/** A running EVM chain. */
export type RunningEvm = Running & EvmNode & { readonly chainId: number }

/** The first of the ten accounts that anvil funds with 10 000 ETH each; payers use it. Its key is public knowledge. */
export const evmFaucet = {
  address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  key: '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
} as const

/** The second of anvil's funded accounts, for the platform's gas. Its key is public knowledge. */
export const evmPlatform = {
  address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  key: '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
} as const

const NAME = 'anvil'

/**
 * Starts anvil on loopback; its chain survives restarts, and a kill -9 except for the last second or two.
 * `safe` and `finalized` trail the head by two and four blocks. The transaction gas cap of EIP-7825 applies as on mainnet.
 * @throws {Error} as `startChild` and `prepareServer` do.
 */
export async function startEvm(options: EvmOptions): Promise<RunningEvm> {
  const { chainId = 31_337, log = silent } = options
  const { folder, command, port } = await prepareServer(NAME, { ...options, log })
  const state = pickEvmState(folder, log)
  const rpc = `http://127.0.0.1:${port}`
  const args = ['--host', '127.0.0.1', '--port', String(port), '--chain-id', String(chainId), ...paceOf(options), ...rules]
  const isReady = async () => Number(await callRpc<string>(rpc, { method: 'eth_chainId' })) === chainId
  const running = await startChild({ name: NAME, folder, command, args: [...args, ...storage(folder, state)], isReady, log })
  const stopKeeping = keepEvmState(folder)
  void running.exited.then(stopKeeping)
  return { ...running, rpc, chainId }
}

// With blocks of a second or more a kill -9 loses no final block: what anvil had not stored is a second or two.
const rules = ['--silent', '--enable-tx-gas-limit', '--slots-in-an-epoch', '2']

const paceOf = ({ blockTimeSeconds }: EvmOptions): string[] =>
  blockTimeSeconds ? ['--block-time', String(blockTimeSeconds)] : ['--no-mining']

function storage(folder: string, state: string): string[] {
  return ['--state', state, '--state-interval', '1', '--cache-path', join(folder, 'cache')]
}
