import {
  bigIntToCompactUint,
  binToHex,
  encodeTransactionBCH,
  flattenBinArray,
  hash256,
  hashTransaction,
  hexToBin,
  numberToBinUint32LE,
} from '@bitauth/libauth'
import { randomInt } from 'node:crypto'
import { decodeTransaction, scriptOf, spentBy } from './bitcoin-cash-transaction.ts'
import { callRpc } from '../rpc.ts'

/** A Bitcoin Cash node: its RPC URL with credentials. */
export type BitcoinCashNode = { readonly rpc: string }

/**
 * A block to build on. It has all that a further block needs, because bchd does not show blocks off the main chain (-32603).
 * `times` are those of the last blocks up to this one, in seconds since 1970, the newest first.
 */
export type BlockParent = { readonly hash: string; readonly height: number; readonly times: readonly number[] }

/** A block to mine: its reward goes to a cash address, and it has exactly these transactions, in hexadecimal. */
export type BlockPlan = { readonly parent: BlockParent; readonly to: string; readonly transactions?: readonly string[] }

/** The number of blocks whose median time the next one must exceed. */
const MEDIAN_SPAN = 11
/** The lowest difficulty, which regtest keeps. */
const BITS = 0x207fffff
const HALVING_BLOCKS = 150

/** The block at a height of the main chain, with the times of those before it. */
export async function readParent({ rpc }: BitcoinCashNode, height: number): Promise<BlockParent> {
  const heights = Array.from({ length: Math.min(MEDIAN_SPAN, height + 1) }, (_, back) => height - back)
  const hashes = await Promise.all(heights.map((each) => callRpc<string>(rpc, { method: 'getblockhash', params: [each] })))
  const headers = await Promise.all(
    hashes.map((hash) => callRpc<{ time: number }>(rpc, { method: 'getblockheader', params: [hash, true] })),
  )
  return { hash: hashes[0] ?? '', height, times: headers.map(({ time }) => time) }
}

/**
 * Mines a block and returns it as the parent of the next. It is built here: bchd's own miner takes no transactions or address, and hangs at
 * height 1000, where its coinbase falls below the least size of a transaction.
 * @throws {Error} with bchd's reason when it refuses the block.
 */
export async function mineBlock({ rpc }: BitcoinCashNode, { parent, to, transactions = [] }: BlockPlan): Promise<BlockParent> {
  const height = parent.height + 1
  const time = nextTime(parent.times)
  const all = [coinbase(height, to), ...inOrder(transactions.map(hexToBin), height)]
  const header = minedHeader({ parent, time, root: merkleRoot(all.map(idBytes)) })
  const block = flattenBinArray([header, bigIntToCompactUint(BigInt(all.length)), ...all])
  const refusal = await callRpc<string | null>(rpc, { method: 'submitblock', params: [binToHex(block)] })
  if (refusal) throw new Error(`submitblock: ${refusal}`)
  return { hash: binToHex(hash256(header).toReversed()), height, times: [time, ...parent.times].slice(0, MEDIAN_SPAN) }
}

/** Now, or the earliest time that the rules allow: after the median of the last blocks. */
function nextTime(times: readonly number[]): number {
  const median = times.toSorted((left, right) => left - right)[Math.floor(times.length / 2)] ?? 0
  return Math.max(Math.floor(Date.now() / 1000), median + 1)
}

/** The reward, without fees. Random bytes tell it from the coinbase of another branch; filler brings it above the least size. */
function coinbase(height: number, to: string): Uint8Array {
  const salt = [randomInt(2 ** 32), randomInt(2 ** 32)].map(numberToBinUint32LE)
  const unlockingBytecode = flattenBinArray([
    Uint8Array.of(4),
    numberToBinUint32LE(height),
    Uint8Array.of(8),
    ...salt,
    new Uint8Array(40).fill(0x51),
  ])
  const nowhere = { outpointIndex: 0xffff_ffff, outpointTransactionHash: new Uint8Array(32), sequenceNumber: 0xffff_ffff }
  const valueSatoshis = 5_000_000_000n >> BigInt(Math.floor(height / HALVING_BLOCKS))
  const outputs = [{ lockingBytecode: scriptOf(to), valueSatoshis }]
  return encodeTransactionBCH({ version: 2, locktime: 0, inputs: [{ ...nowhere, unlockingBytecode }], outputs })
}

const idBytes = (raw: Uint8Array): Uint8Array => hexToBin(hashTransaction(raw)).toReversed()

/** bchd's regtest takes its rules of November 2018 up above this height (`MagneticAnonomalyForkHeight`). */
const LAST_BY_PARENTS = 1_000

/** Transactions after the coinbase are sorted by id (canonical order); before that rule, parents came before their children. */
function inOrder(transactions: readonly Uint8Array[], height: number): Uint8Array[] {
  const byId = new Map(transactions.map((raw) => [hashTransaction(raw), raw]))
  const ids = height > LAST_BY_PARENTS ? [...byId.keys()].toSorted() : parentsFirst(byId)
  return ids.flatMap((id) => byId.get(id) ?? [])
}

function parentsFirst(byId: ReadonlyMap<string, Uint8Array>): string[] {
  const placed = new Set<string>()
  const place = (id: string): void => {
    const raw = byId.get(id)
    if (!raw || placed.has(id)) return
    for (const { txId } of spentBy(decodeTransaction(raw))) place(txId)
    placed.add(id)
  }
  for (const id of byId.keys()) place(id)
  return [...placed]
}

function merkleRoot(leaves: readonly Uint8Array[]): Uint8Array {
  if (leaves.length <= 1) return leaves[0] ?? new Uint8Array(32)
  const pairs = leaves.flatMap((left, at) => (at % 2 === 0 ? [[left, leaves[at + 1] ?? left]] : []))
  return merkleRoot(pairs.map((pair) => hash256(flattenBinArray(pair))))
}

function minedHeader({ parent, time, root }: { parent: BlockParent; time: number; root: Uint8Array }): Uint8Array {
  const start = [numberToBinUint32LE(0x2000_0000), hexToBin(parent.hash).toReversed(), root, numberToBinUint32LE(time)]
  for (let nonce = 0; ; nonce += 1) {
    const header = flattenBinArray([...start, numberToBinUint32LE(BITS), numberToBinUint32LE(nonce)])
    if ((hash256(header)[31] ?? 0xff) <= 0x7f) return header
  }
}
