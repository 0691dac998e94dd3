import fc from 'fast-check'
import { bytesToHex, concatHex, encodeAbiParameters, encodeEventTopics, getContractAddress, type Hex, numberToHex, zeroAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import {
  CREATE2_DEPLOYER,
  decodeFlushLog,
  depositAddress,
  type DepositTerms,
  depositInitHash,
  encodeFactoryDeployment,
  encodeFlushMany,
  FACTORY_SALT,
  factoryAddress,
  flushGasLimit,
  maxFlushItems,
} from './deposit-factory.ts'
import { gasSchedules } from '../fees/gas-schedules.ts'
import { depositAbi, depositFactoryAbi, depositFactoryInitCode, depositInitCode } from '../generated/deposit-contracts.ts'

const merchant = '0x1111111111111111111111111111111111111111'
const feeReceiver = '0x2222222222222222222222222222222222222222'
const token = '0x3333333333333333333333333333333333333333'
const terms: DepositTerms = { id: numberToHex(7, { size: 32 }), merchant, feeReceiver, feeBps: 100 }
const batchOf = (count: number) => Array.from({ length: count }, (_, index) => ({ ...terms, id: numberToHex(index + 1, { size: 32 }) }))

describe('deposit addresses', () => {
  test('the factory contains the deposit code that addresses are computed from', () => {
    expect(depositFactoryInitCode).toContain(depositInitCode.slice(2))
  })

  test('the factory address is derived from deployer, salt and bytecode', () => {
    expect(encodeFactoryDeployment()).toBe(concatHex([FACTORY_SALT, depositFactoryInitCode]))
    expect(factoryAddress()).toBe(
      getContractAddress({ opcode: 'CREATE2', from: CREATE2_DEPLOYER, salt: FACTORY_SALT, bytecode: depositFactoryInitCode }),
    )
    expect(factoryAddress(merchant)).not.toBe(factoryAddress())
  })

  test('every term changes the address, and only the id leaves the init hash unchanged', () => {
    const others = [
      { ...terms, merchant: token },
      { ...terms, feeReceiver: token },
      { ...terms, feeBps: 99 },
      { ...terms, id: numberToHex(8, { size: 32 }) },
    ] as const
    expect(new Set([terms, ...others].map((each) => depositAddress(factoryAddress(), each))).size).toBe(5)
    expect(new Set([terms, ...others].map(depositInitHash)).size).toBe(4)
  })

  test('an address follows EIP-1014 in EIP-55 spelling, for any payment', () => {
    const salts = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes): Hex => bytesToHex(bytes))
    fc.assert(
      fc.property(salts, fc.integer({ min: 0, max: 1_000 }), (id, feeBps) => {
        const own = { ...terms, id, feeBps }
        const expected = getContractAddress({ opcode: 'CREATE2', from: factoryAddress(), salt: id, bytecodeHash: depositInitHash(own) })
        expect(depositAddress(factoryAddress(), own)).toBe(expected)
      }),
    )
  })

  test.each([-1, 1_001, 0.5, Number.NaN])('depositAddress rejects a fee of %d basis points', (feeBps) => {
    expect(() => depositAddress(factoryAddress(), { ...terms, feeBps })).toThrow(RangeError)
  })
})

describe('flush batches', () => {
  test.each([0, 51])('encodeFlushMany rejects a batch of %d', (count) => {
    expect(() => encodeFlushMany(batchOf(count), null)).toThrow(RangeError)
  })

  test('encodeFlushMany rejects a batch that names an id twice, in any spelling', () => {
    const id = `0x${'ab'.repeat(32)}` as const
    expect(() =>
      encodeFlushMany(
        [
          { ...terms, id },
          { ...terms, id: `0x${'AB'.repeat(32)}` },
        ],
        null,
      ),
    ).toThrow(RangeError)
  })

  test.each(Object.entries(gasSchedules))(
    'the largest batch fits into one transaction (EIP-7825) at the gas prices of %s',
    (_fork, gas) => {
      expect(flushGasLimit(gas, maxFlushItems(gas))).toBeLessThanOrEqual(2n ** 24n)
    },
  )

  test('a batch has fifty items, and twenty-two where accounts are as dear as in the next fork of Ethereum', () => {
    expect([gasSchedules.osaka, gasSchedules.chicago, gasSchedules.amsterdam].map(maxFlushItems)).toEqual([50, 50, 22])
  })
})

describe('decodeFlushLog', () => {
  const event = (given: { topics: readonly unknown[]; data: Hex }) =>
    ({ address: merchant, ...given }) as Parameters<typeof decodeFlushLog>[0]

  test('decodes any amounts and tokens of a Flushed event', () => {
    const units = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })
    fc.assert(
      fc.property(units, units, fc.boolean(), (merchantUnits, feeUnits, native) => {
        const topics = encodeEventTopics({ abi: depositAbi, eventName: 'Flushed', args: { token: native ? zeroAddress : token } })
        const data = encodeAbiParameters([{ type: 'uint256' }, { type: 'uint256' }], [merchantUnits, feeUnits])
        const expected = { kind: 'flushed', emitter: merchant, token: native ? null : token, merchantUnits, feeUnits }
        expect(decodeFlushLog(event({ topics, data }))).toEqual(expected)
      }),
    )
  })

  test('decodes the deposit and the reason of a failed item', () => {
    const topics = encodeEventTopics({ abi: depositFactoryAbi, eventName: 'FlushFailed', args: { deposit: feeReceiver, token } })
    const data = encodeAbiParameters([{ type: 'bytes' }], ['0xc0ffee'])
    expect(decodeFlushLog(event({ topics, data }))).toEqual({
      kind: 'flush_failed',
      emitter: merchant,
      deposit: feeReceiver,
      token,
      reason: '0xc0ffee',
    })
  })

  test('returns undefined for any other log', () => {
    const [signature] = encodeEventTopics({ abi: depositAbi, eventName: 'Flushed' })
    const strange = [
      { topics: [], data: '0x' },
      { topics: [numberToHex(1, { size: 32 })], data: '0x' },
      { topics: [signature], data: '0x' },
    ] as const
    expect(strange.map((given) => decodeFlushLog(event(given)))).toEqual([undefined, undefined, undefined])
  })

  test('never throws on arbitrary bytes', () => {
    const hex = (bytes: Uint8Array): Hex => `0x${Buffer.from(bytes).toString('hex')}`
    const word = fc.uint8Array({ minLength: 32, maxLength: 32 }).map(hex)
    const known = encodeEventTopics({ abi: depositFactoryAbi, eventName: 'FlushFailed' })[0]
    fc.assert(
      fc.property(fc.array(word, { maxLength: 3 }), fc.uint8Array({ maxLength: 200 }).map(hex), (topics, data) => {
        expect(() => decodeFlushLog(event({ topics: [known, ...topics], data }))).not.toThrow()
      }),
    )
  })
})
