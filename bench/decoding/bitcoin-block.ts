import { getBitcoinNetwork } from '@gateway/chains/definitions/bitcoin'
import { decodeBlock } from '@gateway/chains/bitcoin/block'
import { displayHash, hash256, RawTransaction, transactionHash } from '@gateway/chains/bitcoin/transaction'
import type { Block } from '@gateway/chains/rail/block'
import { randomBytes } from 'node:crypto'

const TRANSACTIONS = 2_500
const INPUTS = 3
const HEADER_BYTES = 80
const HASH_BYTES = 32

/** Scripts that most outputs have: P2WPKH, P2PKH, P2SH, P2TR and P2WSH (BIP-141, BIP-16, BIP-341). */
const scripts: readonly (() => Buffer)[] = [
  () => Buffer.from([0x00, 20, ...randomBytes(20)]),
  () => Buffer.from([0x76, 0xa9, 20, ...randomBytes(20), 0x88, 0xac]),
  () => Buffer.from([0xa9, 20, ...randomBytes(20), 0x87]),
  () => Buffer.from([0x51, 32, ...randomBytes(32)]),
  () => Buffer.from([0x00, 32, ...randomBytes(32)]),
]

/** Builds a full block of 2 500 transactions with witnesses. Returns its megabytes, and what decodes it. */
export function fullBitcoinBlock(): { readonly megabytes: number; readonly decode: () => Block } {
  const network = getBitcoinNetwork('BTC', 'regtest')
  const transactions = Array.from({ length: TRANSACTIONS }, (_, at) => transactionOf(at === 0))
  const raw = blockOf(transactions)
  const hash = displayHash(hash256(raw.subarray(0, HEADER_BYTES)))
  return { megabytes: raw.length / 1_000_000, decode: () => decodeBlock(network, { height: 1, hash, raw }) }
}

const transactionOf = (isReward: boolean): RawTransaction => ({
  version: 2,
  segwitFlag: true,
  inputs: Array.from({ length: isReward ? 1 : INPUTS }, () => ({
    txid: isReward ? Buffer.alloc(HASH_BYTES) : randomBytes(HASH_BYTES),
    index: isReward ? 0xffff_ffff : 1,
    finalScriptSig: new Uint8Array(),
    sequence: 0xffff_fffd,
  })),
  outputs: scripts.map((script, at) => ({ amount: 10_000n + BigInt(at), script: script() })),
  // A signature of 72 bytes and a public key.
  witnesses: Array.from({ length: isReward ? 1 : INPUTS }, () => [randomBytes(72), randomBytes(33)]),
  lockTime: 0,
})

function blockOf(transactions: readonly RawTransaction[]): Uint8Array {
  const header = Buffer.alloc(HEADER_BYTES)
  rootOf(transactions.map(transactionHash)).forEach((byte, at) => header.writeUInt8(byte, 4 + HASH_BYTES + at))
  const count = Buffer.from([0xfd, TRANSACTIONS & 0xff, TRANSACTIONS >> 8])
  return Buffer.concat([header, count, ...transactions.map((transaction) => RawTransaction.encode(transaction))])
}

function rootOf(hashes: readonly Uint8Array[]): Uint8Array {
  if (hashes.length === 1) return hashes[0] ?? new Uint8Array()
  return rootOf(hashes.flatMap((left, at) => (at % 2 === 0 ? [hash256(Buffer.concat([left, hashes[at + 1] ?? left]))] : [])))
}
