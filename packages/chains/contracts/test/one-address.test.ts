import { concatHex, type Hex, numberToHex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CREATE2_DEPLOYER, depositAddress, encodeFlush, factoryAddress } from '../../src/evm/flush/deposit-factory.ts'
import { depositFactoryAbi, depositFactoryInitCode } from '../../src/evm/generated/deposit-contracts.ts'
import { send, sendAll } from '../anvil-chain.ts'
import { type AnvilProcess, startAnvil } from './anvil-process.ts'
import { createFixture, type Fixture } from './fixture.ts'

let anvils: AnvilProcess[]
let ethereum: Fixture
let polygon: Fixture

beforeAll(async () => {
  anvils = await Promise.all([startAnvil(1), startAnvil(137)])
  const fixtures = await Promise.all(anvils.map(({ chain }) => createFixture(chain)))
  const [first, second] = fixtures
  if (!first || !second) throw new Error('Two chains are needed.')
  ;[ethereum, polygon] = [first, second]
})
afterAll(() => Promise.all(anvils.map((anvil) => anvil.stop())))

const readAddress = (on: Fixture, terms: ReturnType<Fixture['terms']>, factory = on.factory) =>
  on.chain.readContract({
    abi: depositFactoryAbi,
    address: factory,
    functionName: 'addressOf',
    args: [{ ...terms, feeBps: BigInt(terms.feeBps) }],
  })

describe('one deposit address on two chains', () => {
  test('equal factories share one address and give the deposit address computed without a node', async () => {
    const terms = ethereum.terms()
    expect(await Promise.all([ethereum.chain.getChainId(), polygon.chain.getChainId()])).toEqual([1, 137])
    expect(await Promise.all([readAddress(ethereum, terms), readAddress(polygon, terms)])).toEqual([ethereum.at(terms), ethereum.at(terms)])
  })

  test('a deposit on the wrong chain is flushed there to the same recipients', async () => {
    const terms = ethereum.terms()
    await polygon.payNative(ethereum.at(terms), 10_000n)
    const { events } = await polygon.flush(terms)
    expect(events).toEqual([{ kind: 'flushed', emitter: ethereum.at(terms), token: null, merchantUnits: 9_900n, feeUnits: 100n }])
    expect(await polygon.native(terms.merchant)).toBe(9_900n)
  })

  test('another factory gives another address and cannot reach the deposit', async () => {
    const salt: Hex = numberToHex(2, { size: 32 })
    const other = factoryAddress(CREATE2_DEPLOYER, salt)
    await sendAll(polygon.chain, [{ to: CREATE2_DEPLOYER, data: concatHex([salt, depositFactoryInitCode]) }])
    const terms = ethereum.terms()
    expect(await readAddress(polygon, terms, other)).toBe(depositAddress(other, terms))
    expect(depositAddress(other, terms)).not.toBe(ethereum.at(terms))
    await polygon.payNative(ethereum.at(terms), 10_000n)
    const { status, logs } = await send(polygon.chain, { to: other, data: encodeFlush(terms, null), gas: 1_000_000n })
    expect([status, logs, await polygon.native(ethereum.at(terms))]).toEqual(['success', [], 10_000n])
  })
})
