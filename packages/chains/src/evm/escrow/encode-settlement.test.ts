import { decodeFunctionData, numberToHex, zeroAddress, zeroHash } from 'viem'
import { describe, expect, test } from 'vitest'
import { escrowFactoryAbi } from '../generated/escrow-contracts.ts'
import { gasSchedules } from '../fees/gas-schedules.ts'
import { encodeEscrowFlush, encodeSettle, encodeSettleMany, NO_PROOF, type Settlement, settlementGasLimit } from './encode-settlement.ts'
import { type EscrowTerms, toEscrowTuple } from './escrow-terms.ts'

const party = '0x1111111111111111111111111111111111111111'
const terms: EscrowTerms = {
  id: zeroHash,
  depositor: party,
  beneficiary: party,
  token: null,
  amountUnits: 1_000_000n,
  feeReceiver: party,
  feeBps: 100,
  decider: party,
  releaseHash: zeroHash,
  deadlineSeconds: 1_800_000_000n,
  chainId: 1,
}
const settlement: Settlement = { terms, outcome: 'refund', proof: NO_PROOF }
const batchOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ ...settlement, terms: { ...terms, id: numberToHex(index, { size: 32 }) } }))
const decode = (data: `0x${string}`) => decodeFunctionData({ abi: escrowFactoryAbi, data })

describe('settlement calldata', () => {
  test('encodeSettle encodes terms, outcome and proof', () => {
    expect(decode(encodeSettle(settlement))).toEqual({ functionName: 'settle', args: [toEscrowTuple(terms), 2, '0x'] })
  })

  test('encodeSettleMany encodes its items in order', () => {
    const { functionName, args } = decode(encodeSettleMany(batchOf(3)))
    expect([functionName, args]).toEqual([
      'settleMany',
      [batchOf(3).map((item) => ({ terms: toEscrowTuple(item.terms), outcome: 2, proof: '0x' }))],
    ])
  })

  test('encodeEscrowFlush encodes the token, and zero for the native coin', () => {
    expect(decode(encodeEscrowFlush(terms, party)).args?.[1]).toBe(party)
    expect(decode(encodeEscrowFlush(terms, null)).args?.[1]).toBe(zeroAddress)
  })
})

describe('settlement batches', () => {
  test.each([0, 51])('encodeSettleMany rejects a batch of %d', (count) => {
    expect(() => encodeSettleMany(batchOf(count))).toThrow(RangeError)
  })

  test('encodeSettleMany rejects a batch that names an id twice, in any spelling', () => {
    const items = [`0x${'ab'.repeat(32)}`, `0x${'AB'.repeat(32)}`] as const
    expect(() => encodeSettleMany(items.map((id) => ({ ...settlement, terms: { ...terms, id } })))).toThrow('names every id once')
  })

  test('settlementGasLimit fits the largest batch into one transaction (EIP-7825)', () => {
    expect(settlementGasLimit(gasSchedules.osaka, 50)).toBeLessThan(2n ** 24n)
  })
})
