import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  bitcoinBalance,
  bitcoinHeight,
  invalidateBitcoinBlock,
  mineBitcoin,
  mineEmptyBitcoin,
  newBitcoinAddress,
  payBitcoin,
  reconsiderBitcoinBlock,
  reorgBitcoin,
  replaceBitcoin,
} from './bitcoin-faucet.ts'
import { startMiner } from './bitcoin-miner.ts'
import { type RunningBitcoin, startBitcoin } from './bitcoin.ts'
import { callRpc } from '../rpc.ts'
import { temporaryFolder } from '../processes/temporary-folder.ts'
import { waitFor } from '../wait.ts'

const folder = temporaryFolder()
const dataDir = join(folder.path, 'bitcoin')
let bitcoin: RunningBitcoin

beforeAll(async () => {
  bitcoin = await startBitcoin({ dataDir })
})
afterAll(async () => {
  await bitcoin.stop()
  folder.remove()
})

const heightOf = () => bitcoinHeight(bitcoin)
const mempool = () => callRpc<string[]>(bitcoin.rpc, { method: 'getrawmempool' })
const replaceable = async (txid: string) =>
  (await callRpc<Record<string, unknown>>(bitcoin.rpc, { method: 'getmempoolentry', params: [txid] }))['bip125-replaceable']

describe('the bitcoin faucet', () => {
  test('pays exact amounts, first into the mempool and then into the next mined block', async () => {
    const address = await newBitcoinAddress(bitcoin)
    const txid = await payBitcoin(bitcoin, { address, sats: 123_456_789n, feeRate: 7 })
    expect(await mempool()).toContain(txid)
    expect(await bitcoinBalance(bitcoin, address)).toBe(0n)
    await mineBitcoin(bitcoin, 1)
    expect(await bitcoinBalance(bitcoin, address)).toBe(123_456_789n)
  })

  test('pays small amounts without losing leading zeros', async () => {
    const address = await newBitcoinAddress(bitcoin)
    await payBitcoin(bitcoin, { address, sats: 1_001n })
    await mineBitcoin(bitcoin, 1)
    expect(await bitcoinBalance(bitcoin, address)).toBe(1_001n)
  })

  test('signals replaceability unless told not to', async () => {
    const address = await newBitcoinAddress(bitcoin)
    expect(await replaceable(await payBitcoin(bitcoin, { address, sats: 10_000n }))).toBe(true)
    await mineBitcoin(bitcoin, 1)
    expect(await replaceable(await payBitcoin(bitcoin, { address, sats: 10_000n, replaceable: false }))).toBe(false)
    await mineBitcoin(bitcoin, 1)
  })

  test('spends an unconfirmed payment elsewhere, so that it never arrives', async () => {
    const [shop, thief] = [await newBitcoinAddress(bitcoin), await newBitcoinAddress(bitcoin)]
    const txid = await payBitcoin(bitcoin, { address: shop, sats: 50_000n })
    const replacement = await replaceBitcoin(bitcoin, { txid, to: thief })
    expect(await mempool()).toEqual([replacement])
    await mineBitcoin(bitcoin, 1)
    expect(await bitcoinBalance(bitcoin, shop)).toBe(0n)
    expect(await bitcoinBalance(bitcoin, thief)).toBeGreaterThan(50_000n)
  })
})

describe('the bitcoin chain', () => {
  test.each([2, 12])('reorganises %i blocks deep, returns the payment to the mempool, and lets it be replaced', async (depth) => {
    const [shop, thief] = [await newBitcoinAddress(bitcoin), await newBitcoinAddress(bitcoin)]
    const txid = await payBitcoin(bitcoin, { address: shop, sats: 70_000n })
    await mineBitcoin(bitcoin, depth)
    const height = await heightOf()
    await reorgBitcoin(bitcoin, depth)
    expect(await heightOf()).toBe(height + 1)
    expect(await mempool()).toEqual([txid])
    expect(await bitcoinBalance(bitcoin, shop)).toBe(0n)
    await replaceBitcoin(bitcoin, { txid, to: thief })
    await mineBitcoin(bitcoin, 1)
    expect(await bitcoinBalance(bitcoin, shop)).toBe(0n)
  })

  test('returns to an abandoned branch once it is reconsidered', async () => {
    const [lost = ''] = await mineBitcoin(bitcoin, 2)
    const height = await heightOf()
    await invalidateBitcoinBlock(bitcoin, lost)
    await mineEmptyBitcoin(bitcoin, 1)
    expect(await heightOf()).toBe(height - 1)
    await reconsiderBitcoinBlock(bitcoin, lost)
    expect(await heightOf()).toBe(height)
  })

  test('grows while a miner runs, and stops while it is paused', async () => {
    const height = await heightOf()
    const miner = startMiner(bitcoin, { everySeconds: 0.05 })
    await waitFor('two blocks', async () => (await heightOf()) >= height + 2)
    await miner.pause()
    const paused = await heightOf()
    await mineBitcoin(bitcoin, 1)
    expect(await heightOf()).toBe(paused + 1)
    miner.resume()
    await waitFor('another block', async () => (await heightOf()) >= paused + 2)
    await miner.stop()
  })

  test('keeps its height, its address and the faucet’s coins when the node is killed', async () => {
    const address = await newBitcoinAddress(bitcoin)
    await payBitcoin(bitcoin, { address, sats: 31_000n })
    await mineBitcoin(bitcoin, 3)
    const [height, rpc] = [await heightOf(), bitcoin.rpc]
    process.kill(bitcoin.pid, 'SIGKILL')
    await bitcoin.exited
    bitcoin = await startBitcoin({ dataDir })
    expect(bitcoin.rpc).toBe(rpc)
    expect(await heightOf()).toBe(height)
    expect(await bitcoinBalance(bitcoin, address)).toBe(31_000n)
    await payBitcoin(bitcoin, { address, sats: 1_000n })
  })

  test('rejects wrong credentials', async () => {
    const { host } = new URL(bitcoin.rpc)
    await expect(callRpc(`http://devnet:guess@${host}`, { method: 'getblockcount' })).rejects.toThrow('wrong credentials')
  })
})
