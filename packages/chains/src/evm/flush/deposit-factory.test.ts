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
} from './deposit-factory.ts'
import { depositAbi, depositFactoryAbi, depositFactoryInitCode, depositInitCode } from '../generated/deposit-contracts.ts'

const merchant = '0x1111111111111111111111111111111111111111'
const feeReceiver = '0x2222222222222222222222222222222222222222'
const token = '0x3333333333333333333333333333333333333333'
const terms: DepositTerms = { id: numberToHex(7, { size: 32 }), merchant, feeReceiver, feeBps: 100 }
const batchOf = (count: number) => Array.from({ length: count }, (_, index) => ({ ...terms, id: numberToHex(index + 1, { size: 32 }) }))

describe('addresses', () => {
  test('the factory carries the very deposit code from which addresses are computed', () => {
    expect(depositFactoryInitCode).toContain(depositInitCode.slice(2))
  })

  test('the factory address follows from deployer, salt and bytecode', () => {
    expect(encodeFactoryDeployment()).toBe(concatHex([FACTORY_SALT, depositFactoryInitCode]))
    expect(factoryAddress()).toBe(
      getContractAddress({ opcode: 'CREATE2', from: CREATE2_DEPLOYER, salt: FACTORY_SALT, bytecode: depositFactoryInitCode }),
    )
    expect(factoryAddress(merchant)).not.toBe(factoryAddress())
  })

  test('every term changes the address, and only the id leaves the init hash alone', () => {
    const others = [
      { ...terms, merchant: token },
      { ...terms, feeReceiver: token },
      { ...terms, feeBps: 99 },
      { ...terms, id: numberToHex(8, { size: 32 }) },
    ] as const
    expect(new Set([terms, ...others].map((each) => depositAddress(factoryAddress(), each))).size).toBe(5)
    expect(new Set([terms, ...others].map(depositInitHash)).size).toBe(4)
  })

  test('an address is the one of EIP-1014, spelled as EIP-55 has it, whatever the payment', () => {
    const salts = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes): Hex => bytesToHex(bytes))
    fc.assert(
      fc.property(salts, fc.integer({ min: 0, max: 1_000 }), (id, feeBps) => {
        const own = { ...terms, id, feeBps }
        const expected = getContractAddress({ opcode: 'CREATE2', from: factoryAddress(), salt: id, bytecodeHash: depositInitHash(own) })
        expect(depositAddress(factoryAddress(), own)).toBe(expected)
      }),
    )
  })

  test.each([-1, 1_001, 0.5, Number.NaN])('a fee of %d basis points has no address', (feeBps) => {
    expect(() => depositAddress(factoryAddress(), { ...terms, feeBps })).toThrow(RangeError)
  })
})

describe('batches', () => {
  test.each([0, 51])('a batch of %d is refused', (count) => {
    expect(() => encodeFlushMany(batchOf(count), null)).toThrow(RangeError)
  })

  test('a batch that names an id twice is refused, however it is spelled', () => {
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

  test('the gas limit of the largest batch fits into one transaction (EIP-7825)', () => {
    expect(flushGasLimit(50)).toBeLessThan(2n ** 24n)
  })
})

describe('logs', () => {
  const event = (given: { topics: readonly unknown[]; data: Hex }) =>
    ({ address: merchant, ...given }) as Parameters<typeof decodeFlushLog>[0]

  test('any amounts and tokens are read as the deposit wrote them', () => {
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

  test('a failed item names its deposit and the reason', () => {
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

  test('any other log is not ours', () => {
    const [signature] = encodeEventTopics({ abi: depositAbi, eventName: 'Flushed' })
    const strange = [
      { topics: [], data: '0x' },
      { topics: [numberToHex(1, { size: 32 })], data: '0x' },
      { topics: [signature], data: '0x' },
    ] as const
    expect(strange.map((given) => decodeFlushLog(event(given)))).toEqual([undefined, undefined, undefined])
  })

  test('arbitrary bytes never throw', () => {
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
