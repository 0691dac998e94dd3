import fc from 'fast-check'
import { bytesToHex, getContractAddress, type Hex, keccak256, zeroAddress, zeroHash } from 'viem'
import { describe, expect, test } from 'vitest'
import { CREATE2_DEPLOYER } from '../flush/deposit-factory.ts'
import { escrowFactoryInitCode, escrowInitCode } from '../generated/escrow-contracts.ts'
import { encodeEscrowInit, escrowAddress, escrowInitHash } from './escrow-address.ts'
import { encodeEscrowFactoryDeployment, ESCROW_FACTORY_SALT, escrowFactoryAddress } from './escrow-factory.ts'
import type { EscrowTerms } from './escrow-terms.ts'

const factory = escrowFactoryAddress()
const terms: EscrowTerms = {
  id: zeroHash,
  depositor: '0x1111111111111111111111111111111111111111',
  beneficiary: '0x2222222222222222222222222222222222222222',
  token: null,
  amountUnits: 1_000_000n,
  feeReceiver: '0x3333333333333333333333333333333333333333',
  feeBps: 100,
  decider: '0x4444444444444444444444444444444444444444',
  releaseHash: zeroHash,
  deadlineSeconds: 1_800_000_000n,
  chainId: 1,
}

describe('escrow addresses', () => {
  test('an escrow address follows EIP-1014 for any id, with an init hash that does not depend on the id', () => {
    const ids = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes): Hex => bytesToHex(bytes))
    fc.assert(
      fc.property(ids, (id) => {
        expect(escrowInitHash({ ...terms, id })).toBe(keccak256(encodeEscrowInit(terms)))
        const bytecodeHash = escrowInitHash(terms)
        expect(escrowAddress(factory, { ...terms, id })).toBe(
          getContractAddress({ opcode: 'CREATE2', from: factory, salt: id, bytecodeHash }),
        )
      }),
    )
  })

  test('the factory contains the escrow code that addresses are computed from, followed by ten words', () => {
    expect(encodeEscrowInit(terms).length - escrowInitCode.length).toBe(10 * 64)
    expect(escrowFactoryInitCode).toContain(escrowInitCode.slice(2))
  })

  test.each([
    ['no depositor', { depositor: zeroAddress }],
    ['no beneficiary', { beneficiary: zeroAddress }],
    ['an amount of zero', { amountUnits: 0n }],
    ['a negative fee', { feeBps: -1 }],
    ['a fee above ten percent', { feeBps: 1_001 }],
    ['half a basis point', { feeBps: 0.5 }],
    ['a fee without receiver', { feeReceiver: zeroAddress }],
  ])('escrowAddress rejects terms with %s', (_, wrong) => {
    expect(() => escrowAddress(factory, { ...terms, ...wrong })).toThrow(RangeError)
  })

  test('escrowAddress accepts terms without fee and fee receiver', () => {
    expect(escrowAddress(factory, { ...terms, feeBps: 0, feeReceiver: zeroAddress })).toMatch(/^0x/)
  })
})

test('the factory address is derived from deployer, salt and bytecode', () => {
  expect(encodeEscrowFactoryDeployment()).toBe(`${ESCROW_FACTORY_SALT}${escrowFactoryInitCode.slice(2)}`)
  const parts = { from: CREATE2_DEPLOYER, salt: ESCROW_FACTORY_SALT, bytecode: escrowFactoryInitCode }
  expect(factory).toBe(getContractAddress({ opcode: 'CREATE2', ...parts }))
})
