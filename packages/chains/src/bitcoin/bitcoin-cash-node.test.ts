import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { binToHex, decodeTransactionBCH, encodeTokenPrefix, hexToBin } from '@bitauth/libauth'
import { type RunningBitcoinCash, startBitcoinCash } from '@gateway/devnet/bitcoin-cash/bitcoin-cash'
import { mineBitcoinCash, mineTransaction, newBitcoinCashAddress, payBitcoinCash } from '@gateway/devnet/bitcoin-cash/bitcoin-cash-faucet'
import { mineBlock, readParent } from '@gateway/devnet/bitcoin-cash/bitcoin-cash-blocks'
import { callRpc } from '@gateway/devnet/rpc'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { getBitcoinNetwork } from '../definitions/bitcoin.ts'
import { ChainUnavailable } from '../errors.ts'
import { createReconciliationNode } from '../nodes.ts'
import type { Block } from '../rail/block.ts'
import type { RecoveryNode } from '../rail/recovery-node.ts'
import { addressScript } from './address.ts'
import { bitcoinCashFormat } from './formats/bitcoin-cash.ts'
import type { SpendInput } from './formats/format.ts'
import { bitcoinKeys } from './keys.ts'
import { createBitcoinNode } from './node.ts'
import { createBitcoinRail } from './rail.ts'
import { verifiedCashForward } from './test-cash-forward.ts'

const network = getBitcoinNetwork('BCH', 'regtest')
const rail = createBitcoinRail({ chain: 'BCH', network: 'regtest' })
const account = bitcoinKeys.deposit({ rail, seed: new Uint8Array(64).fill(5), generation: 0 })
const calls: string[] = []
let dataDir: string
let bch: RunningBitcoinCash
let node: RecoveryNode
let nextIdx = 0

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'bitcoin-cash-node-'))
  bch = await startBitcoinCash({ dataDir })
  node = createBitcoinNode({ rail, rpcUrl: bch.rpc, onCall: (method) => calls.push(method) })
})

afterAll(async () => {
  await bch?.stop()
  await rm(dataDir, { recursive: true, force: true })
})

beforeEach(() => {
  calls.length = 0
})

describe('readBlock', () => {
  test('A block shows each output with its exact amount, and what its transactions spend', async () => {
    const addresses = [newDeposit().address, newDeposit().address]
    const txIds = await Promise.all(addresses.map((address) => payBitcoinCash(bch, { address, sats: 54_321n })))
    const { block } = await mine()
    expect(block.parentHash).toBe((await node.readBlock(block.height - 1))?.hash)
    expect(new Set(block.txIds)).toEqual(new Set([block.txIds[0], ...txIds]))
    const paid = block.transfers.filter(({ to }) => addresses.includes(to))
    expect(new Set(paid.map(({ txId, to, units, asset }) => [txId, to, units, asset].join()))).toEqual(
      new Set(addresses.map((to, at) => [txIds[at], to, 54_321n, 'BCH'].join())),
    )
    expect(new Set(block.inputs.map(({ txId }) => txId))).toEqual(new Set(txIds))
    expect(Math.abs(block.at.getTime() - Date.now())).toBeLessThan(600_000)
  })

  test('A block has the transactions and outputs that libauth finds, which shares no code with it', async () => {
    for (const sats of [1_000n, 2_000n, 3_000n]) await payBitcoinCash(bch, { address: newDeposit().address, sats })
    const { block } = await mine()
    const raws = await Promise.all(block.txIds.map((txId) => callRpc<string>(bch.rpc, { method: 'getrawtransaction', params: [txId, 0] })))
    const outputs = raws.flatMap((raw, at) => {
      const transaction = decodeTransactionBCH(hexToBin(raw))
      if (typeof transaction === 'string') throw new Error(transaction)
      return transaction.outputs.map(({ valueSatoshis }, vout) => ({ ref: `${block.txIds[at]}:${vout}`, units: valueSatoshis }))
    })
    expect(block.transfers.map(({ ref, units }) => ({ ref, units }))).toEqual(outputs)
  })

  test('There is no block when the node says that a reorg has just taken it away', async () => {
    const { height } = await node.readHead()
    answerInstead('getblock', { error: { code: -32_603, message: 'Block abc is not in the main chain' } })
    expect(await node.readBlock(height)).toBeUndefined()
    answerInstead('getblock', { error: { code: -32_603, message: 'Failed to read the block' } })
    await expect(node.readBlock(height)).rejects.toThrow(ChainUnavailable)
  })

  test('Tokens in a block are shown as an unsupported token', async () => {
    const paid = await mineDeposit(50_000n)
    const { address } = newDeposit()
    const raw = withTokens(paid, address)
    await mineTransaction(bch, { txId: '', hex: binToHex(raw) })
    const block = await node.readBlock((await node.readHead()).height)
    const found = block?.transfers.filter(({ to }) => to === address)
    expect(found).toMatchObject([{ asset: null, token: paid.txId, units: 77n, vout: 0 }])
  })
})

describe('the mempool', () => {
  test('The mempool shows no tokens', async () => {
    const { address } = newDeposit()
    expect(await node.broadcast(withTokens(await mineDeposit(50_000n), address))).toEqual({ outcome: 'accepted' })
    const { txIds, transfers } = await node.readMempool(new Set())
    expect([txIds.size, transfers.filter(({ to }) => to === address)]).toEqual([1, []])
    await mine()
  })
})

describe('an address', () => {
  test('An address has the mined balance of what it has received and not spent, without rewards that are too young', async () => {
    const { address, privateKey } = newDeposit()
    expect(await node.readBalance(address)).toBe(0n)
    const txIds = [await payBitcoinCash(bch, { address, sats: 30_000n }), await payBitcoinCash(bch, { address, sats: 40_001n })]
    expect(await node.readBalance(address)).toBe(0n)
    const { block } = await mine()
    expect(await node.readBalance(address)).toBe(70_001n)
    const [first = '', second] = txIds
    await node.broadcast(forwardOf([{ txId: first, vout: 0, units: 30_000n, privateKey }], 29_000n).raw)
    await mine()
    await mineBlock(bch, { parent: await readParent(bch, block.height + 1), to: address })
    expect(await node.readBalance(address)).toBe(40_001n)
    const reconciled = createReconciliationNode('BCH', { rpcUrl: bch.rpc, tokens: {} })
    const found = await reconciled.findOutputs?.([newDeposit().address, address])
    const reward = { ref: expect.stringMatching(/:0$/), address, asset: 'BCH', height: block.height + 2 }
    expect(found).toEqual([{ ref: `${second}:0`, address, asset: 'BCH', height: block.height }, reward])
  })

  test('The reconciliation finds the outputs that are unspent and nothing of those that are spent', async () => {
    const paid = [await mineDeposit(20_000n), await mineDeposit(21_000n)]
    await node.broadcast(forwardOf(paid.slice(1), 20_000n).raw)
    await mine()
    const reconciled = createReconciliationNode('BCH', { rpcUrl: bch.rpc, tokens: {} })
    const places = paid.map(({ txId, vout, units }) => {
      const ref = `${txId}:${vout}`
      return { chain: 'BCH', address: '', asset: 'BCH', ref, txId, vout, units: String(units), height: 1 }
    })
    expect(await reconciled.readUnits(places)).toEqual([20_000n, 0n])
  })
})

describe('a broadcast', () => {
  test('A transaction is accepted, and known when the same bytes are sent again', async () => {
    const { raw } = forwardOf([await mineDeposit(50_000n)], 49_000n)
    expect(await node.broadcast(raw)).toEqual({ outcome: 'accepted' })
    expect(await node.broadcast(raw)).toEqual({ outcome: 'known' })
    await mine()
  })

  test('A transaction never replaces another, whatever its fee, and is refused for another reason', async () => {
    const paid = await mineDeposit(50_000n)
    const low = forwardOf([paid], 49_000n)
    const high = forwardOf([paid], 40_000n)
    await node.broadcast(low.raw)
    expect(await node.broadcast(high.raw)).toEqual({
      outcome: 'refused',
      reason: expect.stringContaining('already spent'),
      obstacle: 'not_the_fee',
    })
    expect((await node.readMempool(new Set())).txIds.has(low.txId)).toBe(true)
    await mine()
    expect(await node.broadcast(high.raw)).toMatchObject({ outcome: 'refused', obstacle: 'not_the_fee' })
  })
})

describe('the fee rate', () => {
  const rateOf = async (answer: Reply) => {
    answerInstead('estimatefee', answer)
    const fees = await node.estimateFees()
    return fees.family === 'utxo' ? fees.milliSatsPerVbyte : undefined
  }

  test.each([
    [-1, 1_000n],
    [-1.5, 1_000n],
    ['soon', 1_000n],
    [0.000001, 1_000n],
    [0.00001, 1_000n],
    [0.0000105049, 1_051n],
    [1.5e-5, 1_500n],
    [0.001, 100_000n],
  ])('An estimate of %s coins per kilobyte is a rate of %s satoshis per thousand bytes', async (result, rate) => {
    expect(await rateOf({ result })).toBe(rate)
  })

  test('The rate is one satoshi per byte when the node has no estimate, and never below the floor of the operator or of the mempool', async () => {
    expect(await rateOf({ error: { code: -32_603, message: 'not enough blocks have been observed' } })).toBe(1_000n)
    const settled = createBitcoinNode({ rail, rpcUrl: bch.rpc, fees: { floorMilliSats: 20_000n } })
    expect(await settled.estimateFees()).toEqual({ family: 'utxo', milliSatsPerVbyte: 20_000n })
    answerInstead('getmempoolinfo', { result: { size: 1, mempoolminfee: 0.00003 } })
    expect(await settled.estimateFees()).toEqual({ family: 'utxo', milliSatsPerVbyte: 20_000n })
    expect(await node.estimateFees()).toEqual({ family: 'utxo', milliSatsPerVbyte: 3_000n })
  })

  test('The rate is the estimate of the real node', async () => {
    expect(await node.estimateFees()).toEqual({ family: 'utxo', milliSatsPerVbyte: expect.toSatisfy((rate: bigint) => rate >= 1_000n) })
  })
})

function newDeposit(): { address: string; privateKey: Uint8Array } {
  const idx = nextIdx++
  return { address: account.address(idx), privateKey: account.privateKey(idx) }
}

const forwardOf = (inputs: readonly SpendInput[], units: bigint) =>
  verifiedCashForward({ network, inputs, outputs: [{ address: newBitcoinCashAddress(), units }] })

/** Pays a new deposit address, mines it and returns the output with its key. */
async function mineDeposit(sats: bigint): Promise<SpendInput> {
  const { address, privateKey } = newDeposit()
  const txId = await payBitcoinCash(bch, { address, sats })
  const { block } = await mine()
  const transfer = block.transfers.find((candidate) => candidate.to === address)
  if (!transfer) throw new Error('the deposit was not mined')
  return { txId, vout: transfer.vout ?? -1, units: transfer.units, privateKey }
}

async function mine(): Promise<{ block: Block }> {
  await mineBitcoinCash(bch, 1)
  const { height } = await node.readHead()
  calls.length = 0
  const block = await node.readBlock(height)
  if (!block) throw new Error('the node lost the block it just mined')
  return { block }
}

/** Signs a transaction with 77 new tokens for an address; their category is named after the spent output. */
function withTokens(paid: SpendInput, address: string): Uint8Array {
  const prefix = encodeTokenPrefix({ amount: 77n, category: hexToBin(paid.txId) })
  const script = Uint8Array.from([...prefix, ...addressScript(network, address)])
  return bitcoinCashFormat.sign({ inputs: [paid], outputs: [{ script, amount: paid.units - 1_000n }] })
}

type Reply = { readonly result?: unknown; readonly error?: { readonly code: number; readonly message: string } }

/** Puts another answer in the place of the node's to calls of a method, until the test ends; all other calls reach it. */
function answerInstead(method: string, reply: Reply): void {
  vi.restoreAllMocks()
  const send = globalThis.fetch
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, request) =>
    typeof request?.body === 'string' && request.body.includes(`"${method}"`) ? Response.json([{ id: 0, ...reply }]) : send(url, request),
  )
}
