import { once } from 'node:events'
import { request } from 'node:http'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startMining } from '../bitcoin/bitcoin-miner.ts'
import { temporaryFolder } from '../processes/temporary-folder.ts'
import { callRpc } from '../rpc.ts'
import { waitFor } from '../wait.ts'
import { mineBlock, readParent } from './bitcoin-cash-blocks.ts'
import { doubleSpendBitcoinCash, isMined, signDoubleSpend } from './bitcoin-cash-double-spend.ts'
import {
  bitcoinCashBalance,
  bitcoinCashHeight,
  mineBitcoinCash,
  mineEmptyBitcoinCash,
  mineTransaction,
  newBitcoinCashAddress,
  payBitcoinCash,
  reorgBitcoinCash,
} from './bitcoin-cash-faucet.ts'
import { keepUnmined } from './bitcoin-cash-mempool.ts'
import { type RunningBitcoinCash, startBitcoinCash } from './bitcoin-cash.ts'

const folder = temporaryFolder()
const dataDir = join(folder.path, 'bitcoin-cash')
let bch: RunningBitcoinCash

beforeAll(async () => {
  bch = await startBitcoinCash({ dataDir })
})
afterAll(async () => {
  await bch?.stop()
  folder.remove()
})

const heightOf = () => bitcoinCashHeight(bch)
const hashAt = (height: number) => callRpc<string>(bch.rpc, { method: 'getblockhash', params: [height] })
const mempool = () => callRpc<string[]>(bch.rpc, { method: 'getrawmempool' })

describe('the bitcoin cash faucet', () => {
  test('pays exact amounts, first into the mempool and then into the next mined block', async () => {
    const address = newBitcoinCashAddress()
    const txid = await payBitcoinCash(bch, { address, sats: 123_456_789n, feeRate: 7 })
    expect(await mempool()).toContain(txid)
    expect(await bitcoinCashBalance(bch, address)).toBe(0n)
    await mineBitcoinCash(bch, 1)
    expect(await mempool()).toEqual([])
    expect(await bitcoinCashBalance(bch, address)).toBe(123_456_789n)
  })

  test('pays more often than it has coins, out of change that waits in the mempool, also for several payers at once', async () => {
    const address = newBitcoinCashAddress()
    const payments = Array.from({ length: 50 }, () => payBitcoinCash(bch, { address, sats: 1_001n }))
    expect(new Set(await Promise.all(payments)).size).toBe(50)
    await mineBitcoinCash(bch, 1)
    expect(await bitcoinCashBalance(bch, address)).toBe(50_050n)
  })

  test('refuses an address with a wrong checksum', async () => {
    const address = newBitcoinCashAddress().replace(/.$/, (last) => (last === 'q' ? 'p' : 'q'))
    await expect(payBitcoinCash(bch, { address, sats: 1_000n })).rejects.toThrow('Invalid address')
  })

  test('spends an unconfirmed payment elsewhere, so that it never arrives', async () => {
    const [shop, thief] = [newBitcoinCashAddress(), newBitcoinCashAddress()]
    const txid = await payBitcoinCash(bch, { address: shop, sats: 50_000n })
    const rival = await doubleSpendBitcoinCash(bch, { txid, to: thief })
    expect(await mempool()).toEqual([])
    expect([await isMined(bch, rival), await isMined(bch, txid)]).toEqual([true, false])
    expect(await bitcoinCashBalance(bch, shop)).toBe(0n)
    expect(await bitcoinCashBalance(bch, thief)).toBeGreaterThan(50_000n)
  })

  test('keeps a transaction unmined, until a rival of it is mined past the mempool', async () => {
    const [shop, thief] = [newBitcoinCashAddress(), newBitcoinCashAddress()]
    const txId = await payBitcoinCash(bch, { address: shop, sats: 50_000n })
    const rival = await signDoubleSpend(bch, { txId, to: thief, sats: 60_000n })
    await keepUnmined(bch, txId)
    await mineBitcoinCash(bch, 2)
    expect(await mempool()).toEqual([txId])
    await expect(callRpc(bch.rpc, { method: 'sendrawtransaction', params: [rival.hex] })).rejects.toThrow('already spent')
    await mineTransaction(bch, rival)
    expect(await mempool()).toEqual([])
    expect(await bitcoinCashBalance(bch, thief)).toBe(60_000n)
  })
})

describe('the bitcoin cash chain', () => {
  test.each([2, 12])('reorganises %i blocks deep, returns the payment to the mempool, and lets it be replaced', async (depth) => {
    const [shop, thief] = [newBitcoinCashAddress(), newBitcoinCashAddress()]
    const txid = await payBitcoinCash(bch, { address: shop, sats: 70_000n })
    await mineBitcoinCash(bch, depth)
    const height = await heightOf()
    await reorgBitcoinCash(bch, depth)
    expect(await heightOf()).toBe(height + 1)
    expect(await mempool()).toEqual([txid])
    expect(await bitcoinCashBalance(bch, shop)).toBe(0n)
    await doubleSpendBitcoinCash(bch, { txid, to: thief })
    expect(await bitcoinCashBalance(bch, shop)).toBe(0n)
  })

  test('mines again on the tip when another miner was faster', async () => {
    const height = await heightOf()
    const stale = await readParent(bch, height)
    await mineEmptyBitcoinCash(bch, 1)
    await mineBlock(bch, { parent: stale, to: newBitcoinCashAddress() })
    expect(await heightOf()).toBe(height + 1)
    const both = await Promise.all([mineBitcoinCash(bch, 3), mineBitcoinCash(bch, 3)])
    expect(await heightOf()).toBe(height + 7)
    expect(new Set(both.flat()).size).toBe(6)
  })

  test('answers beside fifty requests that are not finished', async () => {
    const unfinished = Array.from({ length: 50 }, () => request(bch.rpc, { method: 'POST', headers: { 'content-length': 100 } }))
    for (const one of unfinished) one.on('error', () => undefined).flushHeaders()
    await Promise.all(unfinished.map(async (one) => once((await once(one, 'socket'))[0] as Socket, 'connect')))
    for (let times = 0; times < 20; times++) expect(await heightOf()).toBeGreaterThan(0)
    for (const one of unfinished) one.destroy()
  })

  test('grows while a miner runs, and stops while it is paused', async () => {
    const height = await heightOf()
    const miner = startMining(() => mineBitcoinCash(bch, 1), { everySeconds: 0.05 })
    await waitFor('two blocks', async () => (await heightOf()) >= height + 2)
    await miner.pause()
    const paused = await heightOf()
    await mineBitcoinCash(bch, 1)
    expect(await heightOf()).toBe(paused + 1)
    miner.resume()
    await waitFor('another block', async () => (await heightOf()) >= paused + 2)
    await miner.stop()
  })

  test('keeps its blocks, its address and the faucet’s coins when the node is stopped, and the older blocks when it is killed', async () => {
    const address = newBitcoinCashAddress()
    await payBitcoinCash(bch, { address, sats: 31_000n })
    await mineBitcoinCash(bch, 3)
    const [height, first, rpc] = [await heightOf(), await hashAt(1), bch.rpc]
    await bch.stop()
    bch = await startBitcoinCash({ dataDir })
    expect([bch.rpc, await heightOf()]).toEqual([rpc, height])
    process.kill(bch.pid, 'SIGKILL')
    await bch.exited
    bch = await startBitcoinCash({ dataDir })
    expect([bch.rpc, await heightOf(), await hashAt(1)]).toEqual([rpc, height, first])
    expect(await bitcoinCashBalance(bch, address)).toBe(31_000n)
    await payBitcoinCash(bch, { address, sats: 1_000n })
  })

  test('starts again when it is killed after a reorganisation, and grows', async () => {
    await mineBitcoinCash(bch, 2)
    await reorgBitcoinCash(bch, 2)
    const height = await heightOf()
    process.kill(bch.pid, 'SIGKILL')
    await bch.exited
    bch = await startBitcoinCash({ dataDir })
    // The blocks since the fork may be gone.
    const left = await heightOf()
    expect(left).toBeGreaterThanOrEqual(height - 3)
    await mineBitcoinCash(bch, 4)
    expect(await heightOf()).toBe(left + 4)
  })

  test('keeps its older blocks when it is killed without ever having been stopped', async () => {
    const at = { dataDir: join(folder.path, 'never-stopped') }
    const first = await startBitcoinCash(at)
    const kept = await callRpc<string>(first.rpc, { method: 'getblockhash', params: [100] })
    const writtenAt = performance.now() + 2_000
    do await mineBitcoinCash(first, 1)
    while (performance.now() < writtenAt)
    process.kill(first.pid, 'SIGKILL')
    await first.exited
    const second = await startBitcoinCash(at)
    expect(await callRpc<string>(second.rpc, { method: 'getblockhash', params: [100] })).toBe(kept)
    await second.stop()
  })

  test('rejects wrong credentials', async () => {
    const { host } = new URL(bch.rpc)
    await expect(callRpc(`http://devnet:guess@${host}`, { method: 'getblockcount' })).rejects.toThrow('wrong credentials')
  })

  test('grows past the height at which the node’s own miner fails', async () => {
    await mineEmptyBitcoinCash(bch, Math.max(0, 1_001 - (await heightOf())))
    await payBitcoinCash(bch, { address: newBitcoinCashAddress(), sats: 1_000n })
    const [hash = ''] = await mineBitcoinCash(bch, 1)
    const { time } = await callRpc<{ time: number }>(bch.rpc, { method: 'getblockheader', params: [hash, true] })
    expect(Math.abs(time - Date.now() / 1000)).toBeLessThan(300)
  })
})
