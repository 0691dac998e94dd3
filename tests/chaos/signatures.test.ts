import { buildForward } from '@gateway/chains/bitcoin/forward'
import { addressOfPrivateKey } from '@gateway/chains/bitcoin/keys'
import { getBitcoinNetwork } from '@gateway/chains/definitions/bitcoin'
import { describe, expect, test } from 'vitest'
import { cashProblem } from './oracle/cash-signature.ts'
import type { Coin } from './oracle/money.ts'
import { signatureProblems } from './oracle/signatures.ts'
import { witnessProblem } from './oracle/witness-signature.ts'

const [privateKey, otherKey] = [1, 2].map((byte) => new Uint8Array(32).fill(byte)) as [Uint8Array, Uint8Array]
/** Bytes from the end of a forward of one input and one output to one of its signature, by chain. */
const schemes = [
  { chain: 'BTC', problemOf: witnessProblem, fromEnd: 60 },
  // Before the key, the sequence, the output and the lock time.
  { chain: 'BCH', problemOf: cashProblem, fromEnd: 100 },
] as const

describe.each(schemes)('on $chain', ({ chain, problemOf, fromEnd }) => {
  const network = getBitcoinNetwork(chain, 'regtest')
  const [address, merchant] = [addressOfPrivateKey(network, privateKey), addressOfPrivateKey(network, otherKey)]
  const deposit = { txId: 'ab'.repeat(32), vout: 3, units: 9_000n }
  const forward = buildForward({ network, inputs: [{ ...deposit, privateKey }], outputs: [{ address: merchant, units: 8_000n }] })
  const raw = Buffer.from(forward.raw)

  /** What the oracle says of a transaction that spends this coin. */
  const problemsOf = (bytes: Buffer, coin: Partial<Coin> = {}) =>
    signatureProblems(
      { handle: forward.txId, raw: bytes },
      new Map([[`${deposit.txId}:3`, { address, units: deposit.units, ...coin }]]),
      problemOf,
    )

  function flipped(place: number): Buffer {
    const bytes = Buffer.from(raw)
    bytes[place] = (bytes[place] ?? 0) ^ 1
    return bytes
  }

  test('the oracle accepts a forward as the signer has signed it', () => {
    expect(problemsOf(raw)).toEqual([])
  })

  test('the oracle refuses a changed signature', () => {
    expect(problemsOf(flipped(raw.length - fromEnd)).at(-1)).toBe('input 0 has an invalid signature')
  })

  test('the oracle refuses a coin of another amount than was signed', () => {
    expect(problemsOf(raw, { units: 9_001n })).toEqual(['input 0 has an invalid signature'])
  })

  test('the oracle refuses a changed output, which makes another transaction of it', () => {
    const place = raw.indexOf(Buffer.from([0x40, 0x1f, 0, 0, 0, 0, 0, 0])) // 8 000 satoshis, as they are written (BIP-144).
    expect(problemsOf(flipped(place))).toEqual([expect.stringMatching(/^it is [0-9a-f]{64}$/), 'input 0 has an invalid signature'])
  })

  test('the oracle refuses a coin of another address than that of the key, a coin that nobody knows, and bytes that are no transaction', () => {
    expect(problemsOf(raw, { address: merchant })).toEqual(['input 0 is signed by another key'])
    expect(signatureProblems({ handle: forward.txId, raw }, new Map(), problemOf)).toEqual(['input 0 spends an unknown output'])
    expect(problemsOf(raw.subarray(1))).toHaveLength(1)
  })
})
