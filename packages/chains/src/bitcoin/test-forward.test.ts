import { RawTx } from '@scure/btc-signer/script.js'
import { expect, test } from 'vitest'
import { getBitcoinNetwork } from '../definitions/bitcoin.ts'
import { addressOfPrivateKey } from './keys.ts'
import { verifiedForward } from './test-forward.ts'
import { type SpentOutput, spendProblems } from './test-spend-problems.ts'
import { findTransactionId, RawTransaction } from './transaction.ts'

const network = getBitcoinNetwork('BTC', 'regtest')
const privateKey = new Uint8Array(32).fill(1)
const address = addressOfPrivateKey(network, privateKey)
const other = addressOfPrivateKey(network, new Uint8Array(32).fill(2))
const inputs = [7_000n, 8_000n].map((units, vout) => ({ txId: 'ab'.repeat(32), vout, units, privateKey }))
const spent = inputs.map(({ txId, vout, units }) => [`${txId}:${vout}`, { address, units }] as const)
const { raw, txId } = verifiedForward({ network, inputs, outputs: [{ address: other, units: 14_000n }] })

/** What bitcoinjs-lib says of the bytes when it knows these outputs; the first replaces that of the first input. */
const problemsOf = (bytes: Uint8Array, changed: Partial<SpentOutput> = {}, known = spent) => {
  const outputs = known.map(([name, output], at) => [name, at === 0 ? { ...output, ...changed } : output] as const)
  return spendProblems({ raw: bytes, txId: findTransactionId(bytes) ?? txId }, new Map(outputs))
}

/** The same transaction after a change to its parts. */
function changedBy(change: (transaction: RawTransaction) => void): Uint8Array {
  const transaction = RawTransaction.decode(Uint8Array.from(raw))
  change(transaction)
  return RawTx.encode(transaction)
}

/** The same transaction with one bit of the first signature flipped. */
const flipped = (place: number) =>
  changedBy(({ witnesses }) => {
    const signature = witnesses?.[0]?.[0]
    if (signature) signature[place] = (signature[place] ?? 0) ^ 1
  })

test('bitcoinjs-lib finds every signature of a forward valid', () => {
  expect(problemsOf(raw)).toEqual([])
})

test('bitcoinjs-lib refuses a forward with a changed signature', () => {
  expect(problemsOf(flipped(20))).toEqual(['input 0 has an invalid signature'])
})

test('bitcoinjs-lib refuses a signature that is no DER', () => {
  expect(problemsOf(flipped(0))).toEqual([expect.stringContaining('bitcoinjs-lib cannot read it')])
})

test('bitcoinjs-lib refuses a forward that spends another amount than its signatures say', () => {
  expect(problemsOf(raw, { units: 7_001n })).toEqual(['input 0 has an invalid signature'])
})

test('bitcoinjs-lib refuses a forward whose output was changed after it was signed', () => {
  const richer = changedBy(({ outputs: [output] }) => void (output && (output.amount += 1n)))
  expect(problemsOf(richer)).toEqual([0, 1].map((at) => `input ${at} has an invalid signature`))
})

test('bitcoinjs-lib refuses a forward that spends another address than that of its key', () => {
  expect(problemsOf(raw, { address: other })).toEqual([`input 0 is signed by ${address}, not by ${other}`])
})

test('bitcoinjs-lib refuses a forward without a signature, and one that spends what nobody knows', () => {
  const unsigned = changedBy(({ witnesses }) => void witnesses?.splice(0, 1, []))
  expect(problemsOf(unsigned)).toEqual(['input 0 has no signature for a P2WPKH output'])
  expect(problemsOf(raw, {}, spent.slice(0, 1))).toEqual(['input 1 spends an unknown output'])
})

test('bitcoinjs-lib refuses bytes under the id of another transaction, and bytes that are no transaction', () => {
  expect(spendProblems({ raw, txId: 'cd'.repeat(32) }, new Map(spent))).toEqual([`it is ${txId}, not ${'cd'.repeat(32)}`])
  expect(problemsOf(raw.subarray(1))).toEqual([expect.stringContaining('bitcoinjs-lib cannot read it')])
})
