import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEvm } from '@gateway/devnet/evm/evm'
import { type Address, concatHex, encodeDeployData, type Hex, pad, toHex } from 'viem'
import { type Anvil, type Call, deploy, installFactory, OPERATOR, openAnvil, submit } from '../../contracts/anvil-chain.ts'
import { type EvmChain, evmChains, type EvmNetwork } from '../definitions/evm.ts'
import { testUsdcAbi, testUsdcInitCode } from './generated/test-contracts.ts'
import { createEvmRail, type EvmRail } from './rail.ts'

/** A private anvil chain with the deposit contracts, on which tests decide when a block is mined. */
export interface TestChain {
  readonly url: string
  readonly chain: Anvil
  readonly rail: EvmRail
  readonly usdc: Address
  /** Mines calls in one block and returns its height and their hashes in the same order. */
  mineTogether(calls: readonly Call[]): Promise<{ height: number; hashes: readonly Hex[] }>
  stop(): Promise<void>
}

/** The network of tests: the private one of the table, named `devnet`. */
const testNetworkOf = (chain: EvmChain): EvmNetwork => {
  const network = evmChains[chain].networks.find(({ name }) => name === 'devnet')
  if (!network) throw new Error(`${chain} has no private network`)
  return network
}

/** Starts the chain, by default Ethereum's, in its own folder, which `stop` deletes. */
export async function startTestChain(code: EvmChain = 'ETH'): Promise<TestChain> {
  const dataDir = await mkdtemp(join(tmpdir(), 'chains-evm-'))
  const { chainId } = testNetworkOf(code)
  const anvil = await startEvm({ dataDir, chainId })
  const chain = await openAnvil(anvil.rpc)
  await chain.setAutomine(true)
  const usdc = await deploy(chain, encodeDeployData({ abi: testUsdcAbi, bytecode: testUsdcInitCode, args: [OPERATOR] }))
  const factory = await installFactory(chain)
  await chain.setAutomine(false)
  const rail = createEvmRail({ chain: code, chainId, factory, tokens: { [evmChains[code].usdc]: usdc } })
  const stop = async (): Promise<void> => {
    await anvil.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  return { url: anvil.rpc, chain, rail, usdc, mineTogether: (calls) => mineBlockOf(chain, calls), stop }
}

/** Installs a contract at an address that emits the log it is called with: first the topics, then the bytes. */
export async function placeLogger({ chain }: TestChain, address: Address, topics: 1 | 2 | 3 | 4): Promise<void> {
  const readTopics = Array.from({ length: topics }, (_, index) =>
    concatHex(['0x60', toHex((topics - 1 - index) * 32, { size: 1 }), '0x35']),
  )
  const skip = toHex(topics * 32, { size: 1 })
  // CALLDATALOAD each topic; CALLDATASIZE - skip; CALLDATACOPY the rest to memory; LOGn; STOP.
  const copyRest = concatHex(['0x60', skip, '0x3603', '0x80', '0x60', skip, '0x6000', '0x37'])
  await chain.setCode({ address, bytecode: concatHex([...readTopics, copyRest, '0x6000', toHex(0xa0 + topics), '0x00']) })
}

/** Calldata for `placeLogger` contracts: 32-byte topics, then the bytes of the log. */
export const logInput = (topics: readonly Hex[], bytes: Hex): Hex => concatHex([...topics.map((topic) => pad(topic)), bytes])

async function mineBlockOf(chain: Anvil, calls: readonly Call[]): Promise<{ height: number; hashes: readonly Hex[] }> {
  const hashes: Hex[] = []
  for (const call of calls) hashes.push(await submit(chain, { gas: 1_000_000n, ...call }))
  await chain.mine({ blocks: 1 })
  const { number, transactions } = await chain.getBlock()
  if (transactions.length !== calls.length) throw new Error(`The block holds ${transactions.length} transactions, not ${calls.length}`)
  return { height: Number(number), hashes }
}
