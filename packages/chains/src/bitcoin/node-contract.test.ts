import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BitcoinChain, getBitcoinNetwork } from '../definitions/bitcoin.ts'
import { WrongNetwork } from '../errors.ts'
import type { Block } from '../rail/block.ts'
import type { RecoveryNode } from '../rail/recovery-node.ts'
import type { SpendInput } from './formats/format.ts'
import { bitcoinKeys } from './keys.ts'
import { createBitcoinNode } from './node.ts'
import { createBitcoinRail } from './rail.ts'
import { type UtxoNode, utxoChains } from './test-utxo-chains.ts'

const chains = Object.keys(utxoChains) as BitcoinChain[] // The type of the keys.
const UNKNOWN_ID = 'ab'.repeat(32)

describe.each(chains)('the contract of %s', (chain) => {
  const { start, otherNetwork, verifiedForward } = utxoChains[chain]
  const network = getBitcoinNetwork(chain, 'regtest')
  const rail = createBitcoinRail({ chain, network: 'regtest' })
  const account = bitcoinKeys.deposit({ rail, seed: new Uint8Array(64).fill(5), generation: 0 })
  const calls: string[] = []
  let dataDir: string
  let real: UtxoNode
  let node: RecoveryNode
  let nextIdx = 0

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'utxo-node-'))
    real = await start(dataDir)
    node = createBitcoinNode({ rail, rpcUrl: real.rpc, onCall: (method) => calls.push(method) })
  })

  afterAll(async () => {
    await real?.stop()
    await rm(dataDir, { recursive: true, force: true })
  })

  test('A deposit is seen, confirmed, orphaned, confirmed again, joined by a late one, and forwarded with it', async () => {
    const { address, privateKey } = newDeposit()
    const early = await real.pay(address, 50_000n)
    expect(await seen(address)).toMatchObject([{ txId: early, units: 50_000n, asset: chain, token: null }])
    expect(await node.findHeight(early)).toBeUndefined()
    const first = await mine()
    expect(depositsOf(first, address)).toMatchObject([{ txId: early, units: 50_000n }])
    expect(await node.findHeight(early)).toBe(first.height)
    await real.orphan()
    expect(await node.findHeight(early)).toBeUndefined()
    expect(await Promise.all([UNKNOWN_ID, early.slice(1), 'nothing'].map((text) => node.findHeight(text)))).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    expect(await node.readBalance(address)).toBe(0n)
    expect(await seen(address)).toMatchObject([{ txId: early }])
    const again = depositsOf(await mine(), address)
    const late = await real.pay(address, 20_000n)
    const found = [...again, ...depositsOf(await mine(), address)]
    expect(found).toMatchObject([{ txId: early }, { txId: late, units: 20_000n }])
    expect(await node.readBalance(address)).toBe(70_000n)
    const inputs = found.map(({ txId, vout = -1, units }) => ({ txId, vout, units, privateKey }))
    const merchant = await real.newAddress()
    const forward = verifiedForward({ network, inputs, outputs: [{ address: merchant, units: 69_000n }] })
    expect(await node.broadcast(forward.raw)).toEqual({ outcome: 'accepted' })
    const block = await mine()
    expect(depositsOf(block, merchant)).toMatchObject([{ txId: forward.txId, units: 69_000n }])
    expect(block.inputs).toEqual(expect.arrayContaining(forward.inputs.map((input) => ({ ...input, txId: forward.txId }))))
    expect(await node.readBalance(address)).toBe(0n)
  })

  describe('checkNetwork', () => {
    test('A node of the right network is accepted', async () => {
      await expect(node.checkNetwork()).resolves.toBeUndefined()
    })

    test('A node of another network is rejected', async () => {
      const stranger = createBitcoinNode({ rail: createBitcoinRail({ chain, network: otherNetwork }), rpcUrl: real.rpc })
      await expect(stranger.checkNetwork()).rejects.toThrow(WrongNetwork)
      await expect(stranger.readHead()).rejects.toThrow(WrongNetwork)
    })
  })

  describe('readBlock', () => {
    test('A block costs two calls, whatever it holds', async () => {
      for (const sats of [10_000n, 20_000n]) await real.pay(newDeposit().address, sats)
      for (const transactions of [3, 1]) {
        expect((await mine()).txIds).toHaveLength(transactions)
        expect(calls).toEqual(['getblockhash', 'getblock'])
      }
    })

    test('A coinbase reward is marked as unspendable for 100 blocks', async () => {
      const { address } = newDeposit()
      await real.mineTo(address)
      const { height } = await node.readHead()
      expect(await node.readBlock(height)).toMatchObject({ transfers: [{ to: address, leastConfirmations: 100 }], inputs: [] })
      expect(await node.readBalance(address)).toBe(0n)
    })

    test('There is no block above the head', async () => {
      const { height } = await node.readHead()
      expect(await node.readBlock(height + 1)).toBeUndefined()
    })

    test('The height of an orphaned block has another block, with the same parent', async () => {
      const { address } = newDeposit()
      await real.pay(address, 70_000n)
      const block = await mine()
      await real.orphan()
      const other = await node.readBlock(block.height)
      expect(other).toMatchObject({ height: block.height, parentHash: block.parentHash })
      expect(other?.transfers.map(({ to }) => to)).not.toContain(address)
      expect(other?.hash).not.toBe(block.hash)
      expect(await node.readHead()).toMatchObject({ height: block.height + 1 })
      await mine()
    })
  })

  describe('readMempool', () => {
    test('The contents of a transaction are fetched once', async () => {
      const { address } = newDeposit()
      const txId = await real.pay(address, 12_345n)
      const first = await node.readMempool(new Set())
      expect(first.transfers.filter(({ to }) => to === address)).toMatchObject([{ txId, units: 12_345n, asset: chain }])
      calls.length = 0
      expect(await node.readMempool(first.txIds)).toMatchObject({ txIds: first.txIds, transfers: [], inputs: [] })
      expect(calls).toEqual(['getrawmempool'])
      await mine()
      expect((await node.readMempool(first.txIds)).txIds.has(txId)).toBe(false)
    })

    test('A payment disappears once a block spends its coins elsewhere, and the block shows which coins', async () => {
      const txId = await real.pay(newDeposit().address, 12_345n)
      const before = await node.readMempool(new Set())
      const rival = await real.spendElsewhere(txId)
      expect((await node.readMempool(before.txIds)).txIds.has(txId)).toBe(false)
      const block = await node.readBlock((await node.readHead()).height)
      const taken = before.inputs.filter((input) => input.txId === txId).map((input) => ({ ...input, txId: rival }))
      expect(taken).not.toEqual([])
      expect(block?.inputs).toEqual(expect.arrayContaining(taken))
    })
  })

  describe("the gateway's own transactions", () => {
    test('A mined transaction has a receipt with the fee it paid', async () => {
      const { raw, txId, feeUnits } = await forwardOf([await mineDeposit(50_000n), await mineDeposit(7_000n)], 56_000n)
      await node.broadcast(raw)
      expect(await node.readReceipts([txId, UNKNOWN_ID])).toEqual([])
      await mine()
      expect(feeUnits).toBe(1_000n)
      expect(await node.readReceipts([txId, UNKNOWN_ID])).toEqual([{ txId, succeeded: true, feeUnits }])
    })

    test('A transaction stays readable unchanged in the mempool and in its block', async () => {
      const paid = await mineDeposit(50_000n)
      const to = await real.newAddress()
      const { raw, txId, inputs } = verifiedForward({ network, inputs: [paid], outputs: [{ address: to, units: 49_000n }] })
      expect(await node.findTransaction({ txId, blockHash: null })).toBeUndefined()
      await node.broadcast(raw)
      const transfers = [{ ref: `${txId}:0`, txId, vout: 0, to, asset: chain, token: null, units: 49_000n }]
      const stored = { txId, raw: new Uint8Array(raw), inputs, transfers, calls: null }
      expect(await node.findTransaction({ txId, blockHash: null })).toEqual(stored)
      const block = await mine()
      expect(await node.findTransaction({ txId, blockHash: block.hash })).toEqual(stored)
    })

    test('A transaction loses its receipt when its block is orphaned', async () => {
      const txId = await real.pay(newDeposit().address, 20_000n)
      await mine()
      expect(await node.readReceipts([txId])).toHaveLength(1)
      await real.orphan()
      expect(await node.readReceipts([txId])).toEqual([])
      await mine()
    })
  })

  describe('broadcast', () => {
    test('A transaction that a block holds is known, even after the merchant has spent its output', async () => {
      const merchant = newDeposit()
      const paid = await mineDeposit(50_000n)
      const forward = verifiedForward({ network, inputs: [paid], outputs: [{ address: merchant.address, units: 49_000n }] })
      expect(await node.broadcast(forward.raw)).toEqual({ outcome: 'accepted' })
      await mine()
      expect(await node.broadcast(forward.raw)).toEqual({ outcome: 'known' })
      const spent = { txId: forward.txId, vout: 0, units: 49_000n, privateKey: merchant.privateKey }
      await node.broadcast((await forwardOf([spent], 48_000n)).raw)
      await mine()
      expect(await node.broadcast(forward.raw)).toEqual({ outcome: 'known' })
    })

    test('A transaction whose block was orphaned is in the mempool again once its bytes were sent again', async () => {
      const { raw, txId } = await forwardOf([await mineDeposit(50_000n)], 49_000n)
      await node.broadcast(raw)
      await mine()
      await real.orphan()
      expect(['accepted', 'known']).toContain((await node.broadcast(raw)).outcome)
      expect((await node.readMempool(new Set())).txIds.has(txId)).toBe(true)
      await mine()
    })

    test('A coin that a mined transaction has spent is refused for another reason than the fee', async () => {
      const paid = await mineDeposit(50_000n)
      await node.broadcast((await forwardOf([paid], 49_000n)).raw)
      await mine()
      expect(await node.broadcast((await forwardOf([paid], 30_000n)).raw)).toMatchObject({ outcome: 'refused', obstacle: 'not_the_fee' })
    })

    test('A signature by another key is refused, and so are bytes that are no transaction', async () => {
      const paid = await mineDeposit(50_000n)
      const forged = await forwardOf([{ ...paid, privateKey: newDeposit().privateKey }], 49_000n)
      for (const raw of [forged.raw, new Uint8Array([1, 2, 3]), new Uint8Array()])
        expect(await node.broadcast(raw)).toMatchObject({ outcome: 'refused' })
    })

    test('The outcome is unknown when the node is unreachable', async () => {
      const { raw } = await forwardOf([await mineDeposit(50_000n)], 49_000n)
      const nobody = createBitcoinNode({ rail, rpcUrl: 'http://127.0.0.1:1/' })
      const reason = `The ${chain} node is unavailable: it could not be reached`
      expect(await nobody.broadcast(raw)).toEqual({ outcome: 'unknown', reason })
    })
  })

  function newDeposit(): { address: string; privateKey: Uint8Array } {
    const idx = nextIdx++
    return { address: account.address(idx), privateKey: account.privateKey(idx) }
  }

  const depositsOf = ({ transfers }: Pick<Block, 'transfers'>, address: string) => transfers.filter(({ to }) => to === address)
  const seen = async (address: string) => depositsOf(await node.readMempool(new Set()), address)

  const forwardOf = async (inputs: readonly SpendInput[], units: bigint) =>
    verifiedForward({ network, inputs, outputs: [{ address: await real.newAddress(), units }] })

  /** Pays a new deposit address, mines it and returns the output with its key. */
  async function mineDeposit(sats: bigint): Promise<SpendInput> {
    const { address, privateKey } = newDeposit()
    await real.pay(address, sats)
    const [transfer] = depositsOf(await mine(), address)
    if (!transfer) throw new Error('the deposit was not mined')
    return { txId: transfer.txId, vout: transfer.vout ?? -1, units: transfer.units, privateKey }
  }

  async function mine(): Promise<Block> {
    await real.mine()
    const { height } = await node.readHead()
    calls.length = 0
    const block = await node.readBlock(height)
    if (!block) throw new Error('the node lost the block it just mined')
    return block
  }
})
