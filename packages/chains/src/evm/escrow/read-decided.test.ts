import fc from 'fast-check'
import { type Address, bytesToHex, encodeAbiParameters, encodeEventTopics, type Hex, numberToHex, zeroAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import type { RawLog } from '../flush/deposit-factory.ts'
import { escrowAbi, escrowFactoryAbi } from '../generated/escrow-contracts.ts'
import { ESCROW_TOPICS, readEscrowLog } from './read-decided.ts'

const factory = '0x1111111111111111111111111111111111111111'
const escrow = '0x2222222222222222222222222222222222222222'
const token = '0x3333333333333333333333333333333333333333'

// viem types topics as lists that may hold gaps; these events have none.
const log = (address: Address, topics: readonly unknown[], data: Hex) => ({ address, topics, data }) as RawLog

const decided = (address: Address, outcome: number, by: number) =>
  log(
    address,
    encodeEventTopics({ abi: escrowFactoryAbi, eventName: 'Decided', args: { escrow } }),
    encodeAbiParameters([{ type: 'uint8' }, { type: 'uint8' }], [outcome, by]),
  )
const released = (address: Address, units: readonly [bigint, bigint, bigint]) =>
  log(
    address,
    encodeEventTopics({ abi: escrowAbi, eventName: 'Released', args: { token } }),
    encodeAbiParameters([{ type: 'uint256' }, { type: 'uint256' }, { type: 'uint256' }], units),
  )
const returned = (address: Address, units: bigint) =>
  log(
    address,
    encodeEventTopics({ abi: escrowAbi, eventName: 'Returned', args: { token: zeroAddress } }),
    encodeAbiParameters([{ type: 'uint256' }], [units]),
  )
const payoutFailed = (address: Address) =>
  log(
    address,
    encodeEventTopics({ abi: escrowFactoryAbi, eventName: 'PayoutFailed', args: { escrow, token } }),
    encodeAbiParameters([{ type: 'bytes' }], ['0xc0ffee']),
  )
const settleFailed = (address: Address) =>
  log(
    address,
    encodeEventTopics({ abi: escrowFactoryAbi, eventName: 'SettleFailed', args: { escrow } }),
    encodeAbiParameters([{ type: 'bytes' }], ['0x']),
  )

describe('readEscrowLog', () => {
  test.each([
    [1, 0, 'release', 'signature'],
    [1, 1, 'release', 'release_token'],
    [2, 2, 'refund', 'deadline'],
    [2, 3, 'refund', 'other_chain'],
  ])('decodes outcome %d by exit %d as a %s by %s', (...[outcome, exit, name, by]) => {
    expect(readEscrowLog(factory, decided(factory, outcome, exit))).toEqual({ kind: 'decided', escrow, outcome: name, by })
  })

  test('decodes the reasons of a failed payout and a failed batch item', () => {
    expect([payoutFailed, settleFailed].map((failed) => readEscrowLog(factory, failed(factory)))).toEqual([
      { kind: 'payout_failed', escrow, token, reason: '0xc0ffee' },
      { kind: 'settle_failed', escrow, reason: '0x' },
    ])
  })

  test('decodes any amounts of Released and Returned as those of the emitter', () => {
    const units = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })
    fc.assert(
      fc.property(units, units, units, (beneficiaryUnits, feeUnits, excessUnits) => {
        const paid = { kind: 'released', escrow, token, beneficiaryUnits, feeUnits, excessUnits }
        expect(readEscrowLog(factory, released(escrow, [beneficiaryUnits, feeUnits, excessUnits]))).toEqual(paid)
        expect(readEscrowLog(factory, returned(escrow, feeUnits))).toEqual({ kind: 'returned', escrow, token: null, units: feeUnits })
      }),
    )
  })

  test('ignores factory events of other emitters, escrow events of the factory, and unknown outcomes', () => {
    const strange = [
      decided(escrow, 1, 0),
      payoutFailed(escrow),
      settleFailed(token),
      released(factory, [1n, 0n, 0n]),
      returned(factory, 1n),
      decided(factory, 1, 4),
      decided(factory, 0, 0),
      decided(factory, 3, 0),
      log(factory, [], '0x'),
      log(escrow, [numberToHex(1, { size: 32 })], '0x'),
    ]
    expect(strange.map((one) => readEscrowLog(factory, one))).toEqual(strange.map(() => undefined))
  })

  test('never throws on arbitrary bytes', () => {
    const word = fc.uint8Array({ minLength: 32, maxLength: 32 }).map(bytesToHex)
    fc.assert(
      fc.property(
        fc.constantFrom(...ESCROW_TOPICS),
        fc.array(word, { maxLength: 3 }),
        fc.uint8Array({ maxLength: 200 }).map(bytesToHex),
        (topic, topics, data) => {
          for (const emitter of [factory, escrow] as const)
            expect(() => readEscrowLog(factory, log(emitter, [topic, ...topics], data))).not.toThrow()
        },
      ),
    )
  })
})
