import fc from 'fast-check'
import { getContractAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import { computeDeposit, toContractTerms } from './compute-deposit.ts'

const factory = '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB'
const merchant = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const platform = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'
const terms = { id: '0190b1c2-d3e4-7f56-8a9b-0c1d2e3f4a5b', merchant, platform, feeBps: 100 }

describe('computeDeposit', () => {
  test('derives the address from factory, payment id and recipients by EIP-1014', () => {
    const deposit = computeDeposit(factory, terms)
    expect(deposit.salt).toBe('0x000000000000000000000000000000000190b1c2d3e47f568a9b0c1d2e3f4a5b')
    expect(deposit.factory).toBe(factory)
    const { salt, initHash } = deposit as { salt: `0x${string}`; initHash: `0x${string}` } // hex texts, as the line above shows
    expect(deposit.address).toBe(getContractAddress({ opcode: 'CREATE2', from: factory, salt, bytecodeHash: initHash }))
  })

  test('returns the same address for every spelling of id and recipients', () => {
    const spelled = { ...terms, id: terms.id.toUpperCase(), merchant: merchant.toLowerCase() }
    expect(computeDeposit(factory, spelled)).toEqual(computeDeposit(factory, terms))
  })

  test('returns a different address for every payment', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.uuid(), (left, right) => {
        const [one, other] = [left, right].map((id) => computeDeposit(factory, { ...terms, id }).address)
        expect(one === other).toBe(left === right)
      }),
    )
  })

  test.each([
    ['an id that is no UUID', { id: '1' }],
    ['a merchant without address', { merchant: '0x' }],
    ['a merchant address with a wrong checksum', { merchant: merchant.replace('aA', 'AA') }],
    ['a platform without address', { platform: '' }],
    ['a fee that no contract takes', { feeBps: 1001 }],
  ])('rejects %s', (_, wrong) => {
    expect(() => computeDeposit(factory, { ...terms, ...wrong })).toThrow(RangeError)
  })
})

test('toContractTerms names the fee receiver and the salt as the contract does', () => {
  const { salt } = computeDeposit(factory, terms)
  expect(toContractTerms(terms)).toEqual({ id: salt, merchant, feeReceiver: platform, feeBps: 100 })
})
