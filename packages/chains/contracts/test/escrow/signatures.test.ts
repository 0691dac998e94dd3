import { concatHex, type Hex, numberToHex, serializeSignature, slice, zeroAddress, zeroHash } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { OUTCOME_CODES } from '@gateway/domain/escrows/contract'
import { decisionDigest } from '../../../src/evm/escrow/decision.ts'
import type { EscrowTerms } from '../../../src/evm/escrow/escrow-terms.ts'
import { escrowFactoryAbi } from '../../../src/evm/generated/escrow-contracts.ts'
import { type AnvilProcess, startAnvil } from '../anvil-process.ts'
import { THIRD_PARTY } from '../fixture.ts'
import { createEscrowFixture, type EscrowFixture } from './fixture.ts'

let anvil: AnvilProcess
let on: EscrowFixture

beforeAll(async () => {
  anvil = await startAnvil(1)
  on = await createEscrowFixture(anvil.chain)
})
afterAll(() => anvil.stop())

const OUTCOMES = ['release', 'refund'] as const
const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

/** Presents proofs for outcomes; returns the distinct results, and state and balance of the escrow afterwards. */
async function present(terms: EscrowTerms, proofs: readonly Hex[], outcomes: readonly ('release' | 'refund')[] = OUTCOMES) {
  const result = new Set<string>()
  for (const proof of proofs) for (const outcome of outcomes) result.add((await on.settle({ terms, outcome, proof })).result)
  return { result: [...result], state: await on.stateOf(terms), held: await on.held(terms.token, on.at(terms)) }
}

const REFUSED = { result: ['InvalidSignature'], state: 'undecided', held: 1_000_000n }

test('the contract and decisionDigest give the same digest of a decision', async () => {
  const terms = await on.newTerms()
  for (const outcome of OUTCOMES) {
    const args = [on.at(terms), OUTCOME_CODES[outcome]] as const
    const told = await on.chain.readContract({ abi: escrowFactoryAbi, address: on.factory, functionName: 'decisionDigest', args })
    expect(told).toBe(decisionDigest({ factory: on.factory, chainId: on.chainId, escrow: on.at(terms), outcome }))
  }
})

test('a signature by another key is rejected for both outcomes', async () => {
  const terms = await on.funded()
  const key = generatePrivateKey()
  for (const outcome of OUTCOMES) expect(await present(terms, [await on.sign(terms, outcome, { key })], [outcome])).toEqual(REFUSED)
})

test('a signature of one outcome is rejected for the other', async () => {
  const terms = await on.funded()
  expect(await present(terms, [await on.sign(terms, 'refund')], ['release'])).toEqual(REFUSED)
  expect(await present(terms, [await on.sign(terms, 'release')], ['refund'])).toEqual(REFUSED)
})

test('a signature for another escrow, chain or factory is rejected', async () => {
  const [terms, other] = [await on.funded(), await on.newTerms()]
  for (const given of [{ escrow: on.at(other) }, { chainId: 137 }, { factory: THIRD_PARTY }])
    for (const outcome of OUTCOMES) expect(await present(terms, [await on.sign(terms, outcome, given)], [outcome])).toEqual(REFUSED)
})

test('a signature for another contract version and a personal message signature are rejected', async () => {
  const key = generatePrivateKey()
  const decider = privateKeyToAccount(key)
  const terms = await on.funded({ decider: decider.address })
  const decision = { factory: on.factory, chainId: on.chainId, escrow: on.at(terms), outcome: 'release' } as const
  const version2 = await decider.signTypedData({
    domain: { name: 'EscrowFactory', version: '2', chainId: on.chainId, verifyingContract: on.factory },
    types: {
      Decision: [
        { name: 'escrow', type: 'address' },
        { name: 'outcome', type: 'uint8' },
      ],
    },
    primaryType: 'Decision',
    message: { escrow: on.at(terms), outcome: 1 },
  })
  expect(await present(terms, [version2, await decider.signMessage({ message: { raw: decisionDigest(decision) } })])).toEqual(REFUSED)
  expect((await on.settle({ terms, outcome: 'release', proof: await on.sign(terms, 'release', { key }) })).result).toBe('ok')
})

test('an escrow without a decider rejects every signature, also one that recovers the zero address', async () => {
  const terms = await on.funded({ decider: zeroAddress })
  const one = numberToHex(1, { size: 32 })
  const recoversNobody = [concatHex([one, one, '0x00']), concatHex([zeroHash, zeroHash, '0x1b'])]
  expect(await present(terms, [...recoversNobody, await on.sign(terms, 'release'), await on.sign(terms, 'refund')])).toEqual(REFUSED)
})

test('malleable, short, long and compact forms of a valid signature are rejected', async () => {
  const terms = await on.funded()
  const good = await on.sign(terms, 'release')
  const [r, s, v] = [slice(good, 0, 32), slice(good, 32, 64), slice(good, 64)]
  const mirrored = concatHex([r, numberToHex(ORDER - BigInt(s), { size: 32 }), v === '0x1b' ? '0x1c' : '0x1b'])
  const parity = serializeSignature({ r, s, yParity: v === '0x1b' ? 0 : 1 })
  expect(parity).toBe(good)
  const compact = concatHex([r, s])
  const bareParity = concatHex([r, s, v === '0x1b' ? '0x00' : '0x01'])
  expect(
    await present(terms, [mirrored, compact, bareParity, concatHex([good, '0x00']), slice(good, 0, 31), '0x01', '0x'], ['release']),
  ).toEqual(REFUSED)
  expect((await on.settle({ terms, outcome: 'release', proof: good })).result).toBe('ok')
})
