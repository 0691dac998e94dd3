import { BTCArray } from '@scure/btc-signer/script.js'
import * as P from 'micro-packed'
import type { BitcoinNetwork } from '../definitions/bitcoin.ts'
import type { Block } from '../rail/block.ts'
import { RawTransaction, displayHash, hash256, hashOfBytes, isCoinbase, readEffects } from './transaction.ts'

const HEADER_BYTES = 80

/** A transaction, and where its bytes are in the block. */
interface PlacedTransaction {
  readonly transaction: RawTransaction
  readonly start: number
  readonly end: number
}

const PlacedTransaction = P.wrap<PlacedTransaction>({
  encodeStream: (writer, { transaction }) => RawTransaction.encodeStream(writer, transaction),
  decodeStream: (reader) => {
    const start = reader.pos
    const transaction = RawTransaction.decodeStream(reader)
    return { transaction, start, end: reader.pos }
  },
})

const RawBlock = P.struct({
  version: P.I32LE,
  parent: P.bytes(32, true),
  merkleRoot: P.bytes(32),
  time: P.U32LE,
  bits: P.U32LE,
  nonce: P.U32LE,
  transactions: BTCArray(PlacedTransaction),
})

/** A requested block as the node sent it. */
export interface RawBlockAnswer {
  readonly height: number
  readonly hash: string
  readonly raw: Uint8Array
}

/**
 * Decodes a block and proves that it is the requested one: the header has the hash, and the merkle root covers exactly these transactions.
 * @throws {Error} when a proof fails; the message names it.
 */
export function decodeBlock(network: BitcoinNetwork, { height, hash, raw }: RawBlockAnswer): Block {
  if (displayHash(hash256(raw.subarray(0, HEADER_BYTES))) !== hash) throw new Error('the block does not have the hash that was asked for')
  const block = RawBlock.decode(raw)
  const hashes = block.transactions.map(({ transaction, start, end }) => hashOfBytes(raw.subarray(start, end), transaction))
  if (displayHash(merkleRoot(hashes)) !== displayHash(block.merkleRoot)) throw new Error('the merkle root does not cover the transactions')
  const txIds = hashes.map(displayHash)
  // CVE-2012-2459: repeating the last transactions keeps the root, so the root alone does not prove the list.
  if (new Set(txIds).size !== txIds.length) throw new Error('the block repeats a transaction')
  if (!block.transactions[0] || !isCoinbase(block.transactions[0].transaction)) throw new Error('the block does not begin with a coinbase')
  const effects = block.transactions.map(({ transaction }, at) => readEffects(network, txIds[at] ?? '', transaction))
  return {
    height,
    hash,
    parentHash: Buffer.from(block.parent).toString('hex'),
    at: new Date(block.time * 1_000),
    txIds,
    transfers: effects.flatMap(({ transfers }) => transfers),
    inputs: effects.flatMap(({ inputs }) => inputs),
    flushes: [],
  }
}

function merkleRoot(hashes: readonly Uint8Array[]): Uint8Array {
  let level = hashes
  while (level.length > 1) level = parents(level)
  return level[0] ?? new Uint8Array(32)
}

function parents(level: readonly Uint8Array[]): Uint8Array[] {
  return level.flatMap((left, at) => (at % 2 === 0 ? [hash256(Buffer.concat([left, level[at + 1] ?? left]))] : []))
}
