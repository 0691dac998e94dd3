import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RunningBitcoin, startBitcoin } from '@gateway/devnet/bitcoin/bitcoin'
import { mineBitcoin, newBitcoinAddress, payBitcoin, replaceBitcoin, walletOf } from '@gateway/devnet/bitcoin/bitcoin-faucet'
import { callRpc } from '@gateway/devnet/rpc'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { getBitcoinNetwork } from '../definitions/bitcoin.ts'
import type { Block } from '../rail/block.ts'
import type { RecoveryNode } from '../rail/recovery-node.ts'
import { ask } from './rpc/ask.ts'
import { bitcoinKeys } from './keys.ts'
import { createBitcoinNode } from './node.ts'
import { createBitcoinRail } from './rail.ts'
import { createBitcoinRpc } from './rpc/rpc.ts'
import { Satoshis } from './rpc/shapes.ts'
import { verifiedForward } from './test-forward.ts'

const network = getBitcoinNetwork('BTC', 'regtest')
const rail = createBitcoinRail({ chain: 'BTC', network: 'regtest' })
const account = bitcoinKeys.deposit({ rail, seed: new Uint8Array(64).fill(3), generation: 0 })
const calls: string[] = []
let dataDir: string
let bitcoin: RunningBitcoin
let node: RecoveryNode
let nextIdx = 0

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'bitcoin-node-'))
  bitcoin = await startBitcoin({ dataDir })
  node = createBitcoinNode({ rail, rpcUrl: bitcoin.rpc, onCall: (method) => calls.push(method) })
})

afterAll(async () => {
  await bitcoin?.stop()
  await rm(dataDir, { recursive: true, force: true })
})

beforeEach(() => {
  calls.length = 0
})

describe('readBlock', () => {
  test("A block reads as the node's own decoding of it", async () => {
    const kinds = ['legacy', 'p2sh-segwit', 'bech32', 'bech32m']
    const wallet = walletOf(bitcoin)
    for (const kind of kinds)
      await payBitcoin(bitcoin, { address: await callRpc(wallet, { method: 'getnewaddress', params: ['', kind] }), sats: 54_321n })
    const { block } = await mine()
    const decoded = await readDecoded(block.hash)
    expect(block).toMatchObject({ hash: decoded.hash, parentHash: decoded.previousblockhash, height: decoded.height })
    expect(block.at).toEqual(new Date(decoded.time * 1_000))
    expect(block.txIds).toEqual(decoded.tx.map(({ txid }) => txid))
    expect(block.transfers.map(({ ref, to, units }) => ({ ref, to, units }))).toEqual(transfersOf(decoded))
    expect(block.transfers).toHaveLength(kinds.length * 2 + 1)
    expect(block.inputs).toEqual(
      decoded.tx.slice(1).flatMap(({ txid, vin }) => vin.map((input) => ({ resource: input.txid, sequence: input.vout, txId: txid }))),
    )
    expect(block.flushes).toEqual([])
  })

  test('Two outputs of one transaction to one address are two deposits', async () => {
    const paid = await mineDeposit(50_000n)
    const { address } = newDeposit()
    const outputs = [10_000n, 30_000n].map((units) => ({ address, units }))
    const twice = verifiedForward({ network, inputs: [paid], outputs })
    expect(await node.broadcast(twice.raw)).toEqual({ outcome: 'accepted' })
    const { block } = await mine()
    expect(block.transfers.filter(({ to }) => to === address)).toEqual([
      { ref: `${twice.txId}:0`, txId: twice.txId, vout: 0, to: address, asset: 'BTC', token: null, units: 10_000n },
      { ref: `${twice.txId}:1`, txId: twice.txId, vout: 1, to: address, asset: 'BTC', token: null, units: 30_000n },
    ])
    expect(block.inputs).toContainEqual({ ...twice.inputs[0], txId: twice.txId })
  })

  test('A block of 2 000 deposits costs the same two calls as an empty one', async () => {
    const addresses = Array.from({ length: 2_000 }, (_, at) => account.address(10_000 + at))
    const amounts = Object.fromEntries(addresses.map((address) => [address, '0.00010000']))
    await callRpc(walletOf(bitcoin), { method: 'sendmany', params: ['', amounts] })
    const { block } = await mine()
    expect(calls).toEqual(['getblockhash', 'getblock'])
    const paid = new Set(block.transfers.map(({ to }) => to))
    expect(addresses.filter((address) => !paid.has(address))).toEqual([])
    expect(block.transfers.filter(({ units }) => units === 10_000n)).toHaveLength(2_000)
  })
})

describe('the mempool', () => {
  test('A replaced payment disappears, and the replacement shows which coin it spends', async () => {
    const { address } = newDeposit()
    const txId = await payBitcoin(bitcoin, { address, sats: 12_345n })
    const before = await node.readMempool(new Set())
    const replacement = await replaceBitcoin(bitcoin, { txid: txId, to: await newBitcoinAddress(bitcoin) })
    const after = await node.readMempool(before.txIds)
    expect(after.txIds.has(txId)).toBe(false)
    expect(after.transfers.map(({ to }) => to)).not.toContain(address)
    const taken = before.inputs.filter((input) => input.txId === txId)
    expect(taken).not.toEqual([])
    expect(after.inputs).toEqual(expect.arrayContaining(taken.map((input) => ({ ...input, txId: replacement }))))
    await mine()
  })
})

describe('readBalance', () => {
  test('An address has the balance that was mined for it', async () => {
    const { address } = newDeposit()
    for (const sats of [30_000n, 40_001n]) await payBitcoin(bitcoin, { address, sats })
    expect(await node.readBalance(address)).toBe(0n)
    await mine()
    expect(await node.readBalance(address)).toBe(70_001n)
  })
})

describe('estimateFees', () => {
  test('The fee rate is that of the setting while the node has no history', async () => {
    const settled = createBitcoinNode({ rail, rpcUrl: bitcoin.rpc, fees: { fallbackMilliSats: 7_000n } })
    expect(await settled.estimateFees()).toEqual({ family: 'utxo', milliSatsPerVbyte: 7_000n, relayIncrement: 1_000n })
  })

  test('The fee rate is never below what the node relays', async () => {
    const settled = createBitcoinNode({ rail, rpcUrl: bitcoin.rpc, fees: { fallbackMilliSats: 1n } })
    expect(await settled.estimateFees()).toEqual({ family: 'utxo', milliSatsPerVbyte: 1_000n, relayIncrement: 1_000n })
  })
})

function newDeposit(): { address: string; privateKey: Uint8Array } {
  const idx = nextIdx++
  return { address: account.address(idx), privateKey: account.privateKey(idx) }
}

/** Pays a new deposit address, mines it and returns the output with its key. */
async function mineDeposit(sats: bigint) {
  const { address, privateKey } = newDeposit()
  const txId = await payBitcoin(bitcoin, { address, sats })
  const { block } = await mine()
  const transfer = block.transfers.find((candidate) => candidate.to === address)
  if (!transfer) throw new Error('the deposit was not mined')
  return { txId, vout: Number(transfer.ref.split(':')[1]), units: transfer.units, privateKey }
}

async function mine(): Promise<{ block: Block }> {
  await mineBitcoin(bitcoin, 1)
  const { height } = await node.readHead()
  calls.length = 0
  const block = await node.readBlock(height)
  if (!block) throw new Error('the node lost the block it just mined')
  return { block }
}

const Decoded = z.object({
  hash: z.string(),
  previousblockhash: z.string(),
  height: z.int(),
  time: z.int(),
  tx: z.array(
    z.object({
      txid: z.string(),
      vin: z.array(z.object({ txid: z.string().optional(), vout: z.int().optional() })),
      vout: z.array(z.object({ value: Satoshis, n: z.int(), scriptPubKey: z.object({ address: z.string().optional() }) })),
    }),
  ),
})

/** The node's own reading of a block (`getblock` at verbosity 2), with exact amounts. */
async function readDecoded(hash: string): Promise<z.infer<typeof Decoded>> {
  return ask(createBitcoinRpc({ chain: 'BTC', rpcUrl: bitcoin.rpc }), { method: 'getblock', params: [hash, 2], shape: Decoded })
}

const transfersOf = ({ tx }: z.infer<typeof Decoded>) =>
  tx.flatMap(({ txid, vout }) =>
    vout
      .filter(({ value }) => value > 0n)
      .map(({ n, value, scriptPubKey }) => ({ ref: `${txid}:${n}`, to: scriptPubKey.address, units: value })),
  )
