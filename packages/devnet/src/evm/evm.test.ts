import { readFileSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { createWalletClient, encodeFunctionData, erc20Abi, http, numberToHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { anvil } from 'viem/chains'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contractAddress, ensureContract } from './evm-deploy.ts'
import { evmHeight, mineEvm, nativeBalance, payNative, payToken, reorgEvm, tokenBalance, waitForEvm } from './evm-faucet.ts'
import { evmFaucet, evmPlatform, type RunningEvm, startEvm } from './evm.ts'
import { callRpc } from '../rpc.ts'
import { temporaryFolder } from '../processes/temporary-folder.ts'
import { waitFor } from '../wait.ts'

const folder = temporaryFolder()
afterAll(folder.remove)

const customer = '0x00000000000000000000000000000000000c0ffe'
/** Ten bytes of code that answer every call with 42; before them the code that deploys those. */
const answer42 = '0x600a600c600039600a6000f3602a60005260206000f3'

describe('an EVM chain that mines on request', () => {
  let evm: RunningEvm
  beforeAll(async () => {
    evm = await startEvm({ dataDir: join(folder.path, 'asked') })
  })
  afterAll(() => evm.stop())

  test('mines all payments sent at the same moment in the next block', async () => {
    const before = await evmHeight(evm)
    const amounts = Array.from({ length: 20 }, (_, index) => BigInt(index + 1))
    const hashes = await Promise.all(amounts.map((wei) => payNative(evm, { to: customer, wei })))
    expect(new Set(hashes).size).toBe(20)
    expect(await nativeBalance(evm, customer)).toBe(0n)
    await mineEvm(evm, 1)
    for (const hash of hashes) expect((await waitForEvm(evm, hash)).status).toBe('0x1')
    expect(await nativeBalance(evm, customer)).toBe(210n)
    expect(await evmHeight(evm)).toBe(before + 1)
  })

  test('removes a payment in a reorg, or replaces it by another', async () => {
    const other = '0x00000000000000000000000000000000000000bb'
    const platform = privateKeyToAccount(evmPlatform.key)
    const wallet = createWalletClient({ account: platform, chain: anvil, transport: http(evm.rpc) })
    await payNative(evm, { to: customer, wei: 1_000n })
    await mineEvm(evm, 1)
    const paid = await nativeBalance(evm, customer)
    const replacement = await wallet.signTransaction(await wallet.prepareTransactionRequest({ to: other, value: 7n }))
    await reorgEvm(evm, { depth: 1, replacement: [replacement] })
    expect(await nativeBalance(evm, customer)).toBe(paid - 1_000n)
    expect(await nativeBalance(evm, other)).toBe(7n)
  })

  test('gets other block hashes in a reorg, even with the same content, time and price', async () => {
    const wallet = createWalletClient({ account: privateKeyToAccount(evmPlatform.key), chain: anvil, transport: http(evm.rpc) })
    const hashAt = async (height: number) =>
      (await callRpc<{ hash: string }>(evm.rpc, { method: 'eth_getBlockByNumber', params: [numberToHex(height), false] })).hash
    // So many empty blocks lower the gas price to its floor.
    await mineEvm(evm, 200)
    for (let round = 0; round < 3; round++) {
      const raw = await wallet.signTransaction(await wallet.prepareTransactionRequest({ to: customer, value: 7n }))
      await callRpc(evm.rpc, { method: 'eth_sendRawTransaction', params: [raw] })
      await mineEvm(evm, 1)
      const height = await evmHeight(evm)
      const before = await hashAt(height)
      await reorgEvm(evm, { depth: 1, replacement: [raw] })
      expect(await hashAt(height)).not.toBe(before)
    }
  })

  test('deploys a contract once, at its predicted address', async () => {
    const deployment = { initCode: answer42 } as const
    const height = await evmHeight(evm)
    expect(await ensureContract(evm, deployment)).toBe(contractAddress(deployment))
    expect(await ensureContract(evm, deployment)).toBe(contractAddress(deployment))
    expect(await evmHeight(evm)).toBe(height + 1)
    expect(await tokenBalance(evm, { token: contractAddress(deployment), address: customer })).toBe(42n)
  })

  test('pays a token by an ERC-20 transfer call from the faucet', async () => {
    const token = contractAddress({ initCode: answer42 })
    const hash = await payToken(evm, { token, to: customer, units: 5n })
    const sent = await callRpc<Record<string, string>>(evm.rpc, { method: 'eth_getTransactionByHash', params: [hash] })
    const input = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [customer, 5n] })
    expect(sent).toMatchObject({ from: evmFaucet.address.toLowerCase(), to: token.toLowerCase(), input })
  })

  test('reports a failing constructor', async () => {
    await expect(ensureContract(evm, { initCode: '0x60006000fd' })).rejects.toThrow('revert')
  })
})

describe('a killed EVM chain', () => {
  const heightIn = (file: string) => Number((JSON.parse(readFileSync(file, 'utf8')) as { block: { number: string } }).block.number)

  /** Runs a chain up to block 5, waits until its state is written and copied, and kills it. */
  async function killedChain(name: string): Promise<{ dataDir: string; rpc: string }> {
    const dataDir = join(folder.path, name)
    const evm = await startEvm({ dataDir, chainId: 1337 })
    await payNative(evm, { to: customer, wei: 9n })
    await mineEvm(evm, 5)
    const isKept = async () => heightIn(join(dataDir, 'state.kept.json')) === 5
    await waitFor('the state to be kept', () => isKept().catch(() => false))
    process.kill(evm.pid, 'SIGKILL')
    await evm.exited
    return { dataDir, rpc: evm.rpc }
  }

  test('continues with its height and balances', async () => {
    const { dataDir, rpc } = await killedChain('killed')
    const evm = await startEvm({ dataDir, chainId: 1337, blockTimeSeconds: 1 })
    try {
      expect(evm.rpc).toBe(rpc)
      expect(await nativeBalance(evm, customer)).toBe(9n)
      await waitFor('the next block by itself', async () => (await evmHeight(evm)) > 5)
    } finally {
      await evm.stop()
    }
  })

  test.each([0, 0.9])('continues from the last complete copy when only a share of %f of its state was written', async (share) => {
    const { dataDir } = await killedChain(`cut-${share}`)
    const state = join(dataDir, 'state.json')
    truncateSync(state, Math.floor(statSync(state).size * share))
    const said: string[] = []
    const evm = await startEvm({ dataDir, chainId: 1337, log: (line) => said.push(line) })
    try {
      expect(await evmHeight(evm)).toBe(5)
      expect(said.join('\n')).toContain('cut off')
    } finally {
      await evm.stop()
    }
  })
})
