import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RunningBitcoin, startBitcoin } from '@gateway/devnet/bitcoin/bitcoin'
import { mineBitcoin, newBitcoinAddress, payBitcoin } from '@gateway/devnet/bitcoin/bitcoin-faucet'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getBitcoinNetwork } from '../definitions/bitcoin.ts'
import type { ChainNode } from '../rail/chain-node.ts'
import type { SpendInput } from './formats/format.ts'
import { bitcoinKeys } from './keys.ts'
import { createBitcoinNode } from './node.ts'
import { createBitcoinRail } from './rail.ts'
import { verifiedForward } from './test-forward.ts'

const network = getBitcoinNetwork('BTC', 'regtest')
const rail = createBitcoinRail({ chain: 'BTC', network: 'regtest' })
const account = bitcoinKeys.deposit({ rail, seed: new Uint8Array(64).fill(4), generation: 0 })
let dataDir: string
let bitcoin: RunningBitcoin
let node: ChainNode
let nextIdx = 0

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'bitcoin-broadcast-'))
  bitcoin = await startBitcoin({ dataDir })
  node = createBitcoinNode({ rail, rpcUrl: bitcoin.rpc })
})

afterAll(async () => {
  await bitcoin?.stop()
  await rm(dataDir, { recursive: true, force: true })
})

test('A transaction is accepted, also when the same bytes are sent again', async () => {
  const { raw } = await forwardOf(await mineDeposit(50_000n), 49_000n)
  expect(await node.broadcast(raw)).toEqual({ outcome: 'accepted' })
  expect(await node.broadcast(raw)).toEqual({ outcome: 'accepted' })
})

test('A replacement that pays a higher fee is accepted', async () => {
  const paid = await mineDeposit(50_000n)
  const low = await forwardOf(paid, 49_000n)
  const high = await forwardOf(paid, 45_000n)
  await node.broadcast(low.raw)
  expect(await node.broadcast(high.raw)).toEqual({ outcome: 'accepted' })
  expect(await node.broadcast(low.raw)).toEqual({ outcome: 'refused', reason: expect.stringContaining('insufficient fee') })
  expect((await node.readMempool(new Set())).txIds.has(low.txId)).toBe(false)
})

test('A signature by another key is refused by the rules of scripts', async () => {
  const paid = await mineDeposit(50_000n)
  const { raw } = await forwardOf({ ...paid, privateKey: newDeposit().privateKey }, 49_000n)
  expect(await node.broadcast(raw)).toMatchObject({ outcome: 'refused', reason: expect.stringContaining('script-verify-flag-failed') })
})

test('A transaction without a fee is refused', async () => {
  const { raw } = await forwardOf(await mineDeposit(50_000n), 50_000n)
  expect(await node.broadcast(raw)).toEqual({ outcome: 'refused', reason: expect.stringContaining('min relay fee not met') })
})

function newDeposit(): { address: string; privateKey: Uint8Array } {
  const idx = nextIdx++
  return { address: account.address(idx), privateKey: account.privateKey(idx) }
}

/** Pays a new deposit address, mines it and returns the output with its key. */
async function mineDeposit(sats: bigint): Promise<SpendInput> {
  const { address, privateKey } = newDeposit()
  const txId = await payBitcoin(bitcoin, { address, sats })
  await mineBitcoin(bitcoin, 1)
  const { height } = await node.readHead()
  const transfer = (await node.readBlock(height))?.transfers.find((candidate) => candidate.to === address)
  if (!transfer) throw new Error('the deposit was not mined')
  return { txId, vout: Number(transfer.ref.split(':')[1]), units: transfer.units, privateKey }
}

async function forwardOf(input: SpendInput, units: bigint) {
  return verifiedForward({ network, inputs: [input], outputs: [{ address: await newBitcoinAddress(bitcoin), units }] })
}
