import { type Address, encodeDeployData, encodeFunctionData, toFunctionSelector } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { encodeFlush, encodeFlushMany, type DepositTerms } from '../../src/evm/flush/deposit-factory.ts'
import { depositFactoryAbi } from '../../src/evm/generated/deposit-contracts.ts'
import * as contracts from '../../src/evm/generated/test-contracts.ts'
import { deploy, OPERATOR, send, sendAll } from '../anvil-chain.ts'
import { type AnvilProcess, startAnvil } from './anvil-process.ts'
import { createFixture, encodeUncheckedBatch, type Fixture, freshAccount, THIRD_PARTY } from './fixture.ts'

let anvil: AnvilProcess
let on: Fixture

beforeAll(async () => {
  anvil = await startAnvil(1)
  on = await createFixture(anvil.chain)
})
afterAll(() => anvil.stop())

const flushed = (terms: DepositTerms, token: Address | null, [merchantUnits, feeUnits]: [bigint, bigint]) => ({
  kind: 'flushed',
  emitter: on.at(terms),
  token,
  merchantUnits,
  feeUnits,
})

const failed = (terms: DepositTerms, token: Address | null, reason: unknown = expect.any(String)) => ({
  kind: 'flush_failed',
  emitter: on.factory,
  deposit: on.at(terms),
  token,
  reason,
})

const deployUsdc = () =>
  deploy(on.chain, encodeDeployData({ abi: contracts.testUsdcAbi, bytecode: contracts.testUsdcInitCode, args: [OPERATOR] }))

const setBlocked = (usdc: Address, functionName: 'blockAccount' | 'unblockAccount', account: Address) =>
  sendAll(on.chain, [{ to: usdc, data: encodeFunctionData({ abi: contracts.testUsdcAbi, functionName, args: [account] }) }])

/** A deposit that holds this much of a token, and its terms. */
async function paid(token: Address, units: bigint, given?: Partial<DepositTerms>): Promise<DepositTerms> {
  const terms = on.terms(given)
  await on.payToken(token, on.at(terms), units)
  return terms
}

async function paidNative(units: bigint, given?: Partial<DepositTerms>): Promise<DepositTerms> {
  const terms = on.terms(given)
  expect(await on.payNative(on.at(terms), units)).toBe(true)
  return terms
}

describe('flush permissions', () => {
  test('a third-party flush pays merchant and platform, and no other account', async () => {
    const terms = await paidNative(10_000n)
    const before = await on.native(THIRD_PARTY)
    const { events, receipt } = await on.flush(terms)
    expect(events).toEqual([flushed(terms, null, [9_900n, 100n])])
    expect([await on.native(terms.merchant), await on.native(terms.feeReceiver)]).toEqual([9_900n, 100n])
    expect(before - (await on.native(THIRD_PARTY))).toBe(receipt.gasUsed * receipt.effectiveGasPrice)
  })

  test('a second flush moves nothing and emits no event', async () => {
    const terms = await paidNative(10_000n)
    await on.flush(terms)
    const { receipt, events } = await on.flush(terms)
    expect([receipt.status, events]).toEqual(['success', []])
    expect(await on.native(terms.merchant)).toBe(9_900n)
  })

  test.each(['merchant', 'feeReceiver', 'feeBps', 'id'] as const)('a flush with another %s does not reach the deposit', async (term) => {
    const token = await deploy(on.chain, contracts.plainTokenInitCode)
    const terms = await paid(token, 10_000n)
    const other = { ...terms, [term]: { merchant: THIRD_PARTY, feeReceiver: THIRD_PARTY, feeBps: 0, id: on.terms().id }[term] }
    const { events } = await on.flush(other, token)
    expect(events).toEqual([])
    expect(await on.held(token, on.at(terms))).toBe(10_000n)
  })

  test('a fee above ten percent has no address and fails alone within a batch', async () => {
    const good = await paidNative(10_000n)
    const greedy = on.terms({ feeBps: 1_001 })
    const args = [{ ...greedy, feeBps: 1_001n }] as const
    await expect(on.chain.readContract({ abi: depositFactoryAbi, address: on.factory, functionName: 'addressOf', args })).rejects.toThrow(
      'FeeTooHigh',
    )
    expect((await on.flush(greedy)).receipt.status).toBe('reverted')
    const { events } = await on.flushMany([greedy, good])
    expect(events).toEqual([
      { kind: 'flush_failed', emitter: on.factory, deposit: expect.any(String), token: null, reason: toFunctionSelector('FeeTooHigh()') },
      flushed(good, null, [9_900n, 100n]),
    ])
  })

  test('flushItem rejects every caller but the factory', async () => {
    const data = encodeFunctionData({ abi: depositFactoryAbi, functionName: 'flushItem', args: [{ ...on.terms(), feeBps: 1n }] })
    await expect(on.chain.call({ to: on.factory, account: THIRD_PARTY, data })).rejects.toThrow(toFunctionSelector('OnlyItself()'))
  })
})

describe('late deposits', () => {
  test('a second deposit to a flushed address is paid out like the first', async () => {
    const token = await deploy(on.chain, contracts.plainTokenInitCode)
    const terms = await paid(token, 10_000n)
    await on.flush(terms, token)
    await on.payToken(token, on.at(terms), 500n)
    expect((await on.flush(terms, token)).events).toEqual([flushed(terms, token, [495n, 5n])])
    expect(await on.held(token, terms.merchant)).toBe(10_395n)
  })

  test('a payer who sends with exactly 21 000 gas reaches the address before and after a flush', async () => {
    const terms = on.terms()
    expect(await on.payNative(on.at(terms), 100n)).toBe(true)
    await on.flush(terms)
    expect([await on.chain.getCode({ address: on.at(terms) }), await on.chain.getTransactionCount({ address: on.at(terms) })]).toEqual([
      undefined,
      0,
    ])
    expect(await on.payNative(on.at(terms), 100n)).toBe(true)
    expect((await on.flush(terms)).events).toEqual([flushed(terms, null, [99n, 1n])])
  })

  test('native coin beside a token is split and announced too', async () => {
    const token = await deploy(on.chain, contracts.plainTokenInitCode)
    const terms = await paid(token, 10_000n)
    await on.payNative(on.at(terms), 200n)
    expect((await on.flush(terms, token)).events).toEqual([flushed(terms, token, [9_900n, 100n]), flushed(terms, null, [198n, 2n])])
    expect([await on.native(terms.merchant), await on.native(terms.feeReceiver)]).toEqual([198n, 2n])
  })

  test('a token beside native coin waits for its own flush', async () => {
    const token = await deploy(on.chain, contracts.plainTokenInitCode)
    const terms = await paid(token, 10_000n)
    await on.payNative(on.at(terms), 200n)
    expect((await on.flush(terms)).events).toEqual([flushed(terms, null, [198n, 2n])])
    expect((await on.flush(terms, token)).events).toEqual([flushed(terms, token, [9_900n, 100n])])
  })

  test('a single unit goes to the merchant whole', async () => {
    const terms = await paidNative(1n)
    expect((await on.flush(terms)).events).toEqual([flushed(terms, null, [1n, 0n])])
  })
})

describe('recipients', () => {
  const refusing = { reverts: contracts.revertingRecipientInitCode, 'burns all gas': contracts.burningRecipientInitCode }

  test.each(Object.entries(refusing))('a merchant contract that %s is still paid in native coin', async (_, initCode) => {
    const merchant = await deploy(on.chain, initCode)
    const terms = await paidNative(10_000n, { merchant })
    expect((await on.flush(terms)).events).toEqual([flushed(terms, null, [9_900n, 100n])])
    expect(await on.native(merchant)).toBe(9_900n)
  })

  test.each(Object.entries(refusing))('a fee receiver that %s leaves everything to the merchant', async (_, initCode) => {
    const feeReceiver = await deploy(on.chain, initCode)
    const terms = await paidNative(10_000n, { feeReceiver })
    const next = await paidNative(10_000n)
    expect((await on.flushMany([terms, next])).events).toEqual([flushed(terms, null, [10_000n, 0n]), flushed(next, null, [9_900n, 100n])])
    expect(await on.native(terms.merchant)).toBe(10_000n)
  })

  test('a re-entering recipient is paid once, and its call fails', async () => {
    const feeReceiver = await deploy(on.chain, contracts.reenteringRecipientInitCode)
    const victim = await paidNative(10_000n)
    const terms = await paidNative(10_000n, { feeReceiver })
    const inner = encodeFlush(victim, null)
    await sendAll(on.chain, [
      {
        to: feeReceiver,
        data: encodeFunctionData({ abi: contracts.reenteringRecipientAbi, functionName: 'arm', args: [on.factory, inner] }),
      },
    ])
    expect((await on.flush(terms)).events).toEqual([flushed(terms, null, [9_900n, 100n])])
    const said = (functionName: 'called' | 'succeeded') =>
      on.chain.readContract({ abi: contracts.reenteringRecipientAbi, address: feeReceiver, functionName })
    expect([await said('called'), await said('succeeded')]).toEqual([true, false])
    expect(await on.native(on.at(victim))).toBe(10_000n)
  })

  test('a merchant contract is never called, so it cannot re-enter', async () => {
    const merchant = await deploy(on.chain, contracts.reenteringRecipientInitCode)
    await on.flush(await paidNative(10_000n, { merchant }))
    expect(await on.chain.readContract({ abi: contracts.reenteringRecipientAbi, address: merchant, functionName: 'called' })).toBe(false)
    expect(await on.native(merchant)).toBe(9_900n)
  })

  test('too little gas fails the whole flush and never drops the platform fee', async () => {
    const token = await deploy(on.chain, contracts.plainTokenInitCode)
    const terms = await paid(token, 10_000n)
    // Paying a merchant who holds the token takes less gas than paying a platform that does not: starving the fee leg would hit that gap.
    await on.payToken(token, terms.merchant, 1n)
    const outcomes = new Set<string>()
    for (let gas = 60_000n; gas <= 240_000n; gas += 1_000n) {
      const snapshot = await on.chain.snapshot()
      const { status } = await send(on.chain, { to: on.factory, data: encodeFlush(terms, token), gas })
      const fee = await on.held(token, terms.feeReceiver)
      outcomes.add(`${status} ${fee}`)
      await on.chain.revert({ id: snapshot })
    }
    expect(outcomes).toEqual(new Set(['reverted 0', 'success 100']))
  })
})

describe('tokens', () => {
  test('a token that returns nothing, such as USDT, is paid', async () => {
    const token = await deploy(on.chain, contracts.silentTokenInitCode)
    const terms = await paid(token, 10_000n)
    expect((await on.flush(terms, token)).events).toEqual([flushed(terms, token, [9_900n, 100n])])
    expect([await on.held(token, terms.merchant), await on.held(token, terms.feeReceiver)]).toEqual([9_900n, 100n])
  })

  test('a token that returns false fails the item and leaves the balance untouched', async () => {
    const token = await deploy(on.chain, contracts.falseTokenInitCode)
    const terms = await paid(token, 10_000n)
    expect((await on.flush(terms, token)).receipt.status).toBe('reverted')
    expect((await on.flushMany([terms], token)).events).toEqual([failed(terms, token, toFunctionSelector('TransferRefused()'))])
    expect(await on.held(token, on.at(terms))).toBe(10_000n)
  })

  test('a token without code fails the item, and native coin stays for its own flush', async () => {
    const nowhere = freshAccount()
    const terms = await paidNative(10_000n)
    expect((await on.flushMany([terms], nowhere)).events).toEqual([failed(terms, nowhere, toFunctionSelector('NotAToken()'))])
    expect((await on.flush(terms)).events).toEqual([flushed(terms, null, [9_900n, 100n])])
  })

  test('a token with a transfer fee pays the remaining amount', async () => {
    const token = await deploy(on.chain, contracts.tollTokenInitCode)
    const terms = await paid(token, 10_000n)
    await on.flush(terms, token)
    expect([await on.held(token, terms.merchant), await on.held(token, terms.feeReceiver), await on.held(token, on.at(terms))]).toEqual([
      9_801n,
      99n,
      0n,
    ])
  })

  test('a token with a callback cannot flush another deposit meanwhile', async () => {
    const token = await deploy(on.chain, contracts.hookTokenInitCode)
    const [first, second] = [await paid(token, 10_000n), await paid(token, 10_000n)]
    await sendAll(on.chain, [
      {
        to: token,
        data: encodeFunctionData({ abi: contracts.hookTokenAbi, functionName: 'arm', args: [on.factory, encodeFlush(second, token)] }),
      },
    ])
    expect((await on.flushMany([first, second], token)).events).toEqual(
      [first, second].map((terms) => flushed(terms, token, [9_900n, 100n])),
    )
    expect(await on.chain.readContract({ abi: contracts.hookTokenAbi, address: token, functionName: 'succeeded' })).toBe(false)
  })

  test('a frozen merchant fails alone, keeps the balance at the address and is paid once unfrozen', async () => {
    const usdc = await deployUsdc()
    const [frozen, next] = [await paid(usdc, 10_000n), await paid(usdc, 10_000n)]
    await setBlocked(usdc, 'blockAccount', frozen.merchant)
    expect((await on.flushMany([frozen, next], usdc)).events).toEqual([failed(frozen, usdc), flushed(next, usdc, [9_900n, 100n])])
    expect([await on.held(usdc, on.at(frozen)), await on.held(usdc, frozen.feeReceiver)]).toEqual([10_000n, 0n])
    await setBlocked(usdc, 'unblockAccount', frozen.merchant)
    expect((await on.flushMany([frozen], usdc)).events).toEqual([flushed(frozen, usdc, [9_900n, 100n])])
  })

  test("a failed single flush reverts with the token's own reason", async () => {
    const usdc = await deployUsdc()
    const terms = await paid(usdc, 10_000n)
    await setBlocked(usdc, 'blockAccount', terms.merchant)
    const call = on.chain.simulateContract({
      abi: [...depositFactoryAbi, ...contracts.testUsdcAbi],
      address: on.factory,
      functionName: 'flush',
      args: [{ ...terms, feeBps: 100n }, usdc],
    })
    await expect(call).rejects.toThrow('AccountBlocked')
  })

  test('a frozen fee receiver leaves everything to the merchant', async () => {
    const usdc = await deployUsdc()
    const terms = await paid(usdc, 10_000n)
    await setBlocked(usdc, 'blockAccount', terms.feeReceiver)
    expect((await on.flush(terms, usdc)).events).toEqual([flushed(terms, usdc, [10_000n, 0n])])
    expect(await on.held(usdc, terms.merchant)).toBe(10_000n)
  })
})

describe('batches', () => {
  test('fifty payments of fifty merchants fit into one transaction', async () => {
    const token = await deploy(on.chain, contracts.plainTokenInitCode)
    const items: DepositTerms[] = []
    for (let index = 0; index < 50; index += 1) items.push(await paid(token, 10_000n + BigInt(index), { feeBps: index * 20 }))
    const { receipt, events } = await on.flushMany(items, token)
    const due = (index: number) => ((10_000n + BigInt(index)) * BigInt(index * 20)) / 10_000n
    expect(receipt.status).toBe('success')
    expect(events).toEqual(items.map((terms, index) => flushed(terms, token, [10_000n + BigInt(index) - due(index), due(index)])))
  })

  test('a batch of more than fifty items reverts', async () => {
    const items = Array.from({ length: 51 }, () => on.terms())
    const call = on.chain.call({ to: on.factory, account: THIRD_PARTY, data: encodeUncheckedBatch(items, null), gas: 16_000_000n })
    await expect(call).rejects.toThrow(toFunctionSelector('TooManyItems()'))
  })

  test('an id that appears twice is paid once at a small extra cost', async () => {
    const [terms, other] = [await paidNative(10_000n), await paidNative(10_000n)]
    const snapshot = await on.chain.snapshot()
    const alone = await on.flushMany([terms, other])
    await on.chain.revert({ id: snapshot })
    const doubled = await on.flushMany([terms, terms, terms, other])
    expect(doubled.events).toEqual(alone.events)
    expect(doubled.events).toEqual([terms, other].map((each) => flushed(each, null, [9_900n, 100n])))
    expect(Number(doubled.receipt.gasUsed - alone.receipt.gasUsed)).toBeLessThan(2 * 5_000)
  })

  test('a second flush within one transaction does nothing and leaves another token for the next', async () => {
    const [token, further] = [await deploy(on.chain, contracts.plainTokenInitCode), await deploy(on.chain, contracts.plainTokenInitCode)]
    const caller = await deploy(on.chain, contracts.callerOfManyInitCode)
    const terms = await paid(token, 10_000n)
    await on.payToken(further, on.at(terms), 500n)
    const inputs = [encodeFlush(terms, token), encodeFlush(terms, further)]
    const { status, gasUsed } = await send(on.chain, {
      to: caller,
      data: encodeFunctionData({ abi: contracts.callerOfManyAbi, functionName: 'callAll', args: [inputs.map(() => on.factory), inputs] }),
      gas: 1_000_000n,
    })
    expect([status, gasUsed < 250_000n]).toEqual(['success', true])
    expect([await on.held(token, terms.merchant), await on.held(further, on.at(terms))]).toEqual([9_900n, 500n])
    expect((await on.flush(terms, further)).events).toEqual([flushed(terms, further, [495n, 5n])])
  })

  test.each([
    ['burns all gas', contracts.burningTokenInitCode, contracts.burningTokenAbi],
    ['fails with 100 004 bytes', contracts.verboseTokenInitCode, contracts.verboseTokenAbi],
  ] as const)('a token that %s for one merchant uses only its share of the batch gas', async (_, bytecode, abi) => {
    const victim = freshAccount()
    const token = await deploy(on.chain, encodeDeployData({ abi, bytecode, args: [victim] }))
    const items = [
      await paid(token, 10_000n, { merchant: victim }),
      await paid(token, 10_000n),
      await paid(token, 10_000n, { merchant: victim }),
    ]
    const { receipt, events } = await on.flushMany(items, token)
    expect(receipt.status).toBe('success')
    expect(events.map(({ kind }) => kind)).toEqual(['flush_failed', 'flushed', 'flush_failed'])
    expect(events.flatMap((event) => (event.kind === 'flush_failed' ? [(event.reason.length - 2) / 2 <= 256] : []))).toEqual([true, true])
  })

  test('a batch with too little gas reverts as a whole without failure events', async () => {
    const items = [await paidNative(10_000n), await paidNative(10_000n)]
    const receipt = await send(on.chain, { to: on.factory, data: encodeFlushMany(items, null), gas: 500_000n })
    expect([receipt.status, receipt.logs]).toEqual(['reverted', []])
  })

  test('an empty deposit in a batch emits no event', async () => {
    const [empty, full] = [on.terms(), await paidNative(10_000n)]
    expect((await on.flushMany([empty, full])).events).toEqual([flushed(full, null, [9_900n, 100n])])
  })
})
