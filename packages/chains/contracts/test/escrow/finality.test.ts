import { type Address, type Hex, parseGwei } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { encodeEscrowFlush, encodeSettle } from '../../../src/evm/escrow/encode-settlement.ts'
import { plainTokenInitCode, silentTokenInitCode } from '../../../src/evm/generated/test-contracts.ts'
import { awaitReceipt, type Call, deploy, OPERATOR, submit } from '../../anvil-chain.ts'
import { type AnvilProcess, startAnvil } from '../anvil-process.ts'
import { freshAccount, THIRD_PARTY } from '../fixture.ts'
import { ASSETS, assetOf, byToken, createEscrowFixture, type EscrowFixture } from './fixture.ts'

let anvil: AnvilProcess
let on: EscrowFixture

beforeAll(async () => {
  anvil = await startAnvil(1)
  on = await createEscrowFixture(anvil.chain)
})
afterAll(() => anvil.stop())

/** Mines calls of different accounts in one block, in this order, and returns whether each succeeded. */
async function inOneBlock(calls: readonly Call[]): Promise<readonly string[]> {
  await on.chain.setAutomine(false)
  const hashes: Hex[] = []
  for (const [index, call] of calls.entries()) {
    const tip = parseGwei(`${calls.length - index}`)
    hashes.push(await submit(on.chain, { gas: 600_000n, maxFeePerGas: parseGwei('100') + tip, maxPriorityFeePerGas: tip, ...call }))
  }
  await on.chain.mine({ blocks: 1 })
  await on.chain.setAutomine(true)
  const receipts = await Promise.all(hashes.map((hash) => awaitReceipt(on.chain, hash)))
  expect(new Set(receipts.map(({ blockNumber }) => blockNumber)).size).toBe(1)
  return receipts.map(({ status }) => status)
}

async function newSender(): Promise<Address> {
  const address = freshAccount()
  await on.chain.impersonateAccount({ address })
  await on.chain.setBalance({ address, value: 10n ** 18n })
  return address
}

describe('recorded outcomes', () => {
  test('a recorded release rejects deadline and refund signature, even after a second deposit of the amount', async () => {
    const terms = await on.funded({ token: on.usdc })
    await on.byToken(terms)
    await on.pay(terms)
    expect([(await on.bySignature(terms, 'refund')).result, (await on.afterDeadline(terms)).result]).toEqual([
      'OtherOutcome',
      'OtherOutcome',
    ])
    expect([await on.stateOf(terms), await on.holdings(terms)]).toEqual(['released', [990_000n, 10_000n, 0n, 1_000_000n]])
  })

  test.each(['signature', 'deadline'] as const)(
    'a recorded refund by %s rejects release token and signature, even after a second deposit of the amount',
    async (exit) => {
      const terms = await on.funded({ token: on.usdc })
      await (exit === 'signature' ? on.bySignature(terms, 'refund') : on.afterDeadline(terms))
      await on.pay(terms)
      expect([(await on.byToken(terms)).result, (await on.bySignature(terms, 'release')).result]).toEqual(['OtherOutcome', 'OtherOutcome'])
      expect([await on.stateOf(terms), await on.holdings(terms)]).toEqual(['refunded', [0n, 0n, 1_000_000n, 1_000_000n]])
    },
  )

  test.each([
    ['release', 'refund', [990_000n, 10_000n, 0n, 0n]],
    ['refund', 'release', [0n, 0n, 1_000_000n, 0n]],
  ] as const)('a %s before a %s in the same block is the outcome when the decider signs both', async (first, second, paid) => {
    const terms = await on.funded({ token: on.usdc })
    const call = async (outcome: 'release' | 'refund'): Promise<Call> => ({
      from: await newSender(),
      to: on.factory,
      data: encodeSettle({ terms, outcome, proof: await on.sign(terms, outcome) }),
    })
    expect(await inOneBlock([await call(first), await call(second)])).toEqual(['success', 'reverted'])
    expect(await on.holdings(terms)).toEqual(paid)
  })

  test.each(['release', 'refund'] as const)('a second %s of an escrow succeeds with any proof and moves nothing', async (outcome) => {
    const terms = await on.funded({ token: on.usdc })
    const proof = await on.sign(terms, outcome)
    await on.settle({ terms, outcome, proof })
    const before = await on.holdings(terms)
    for (const again of [proof, '0x', `0x${'ab'.repeat(32)}`] as const) {
      const { result, logs } = await on.settle({ terms, outcome, proof: again })
      expect([result, logs, await on.holdings(terms)]).toEqual(['ok', [], before])
    }
  })

  test.each(['release token', 'signature'] as const)(
    'a third party that copies a pending %s settlement pays the same recipients, and the original then moves nothing',
    async (kind) => {
      const terms = await on.funded({ token: on.usdc })
      const signed = { terms, outcome: 'release', proof: await on.sign(terms, 'release') } as const
      const data = encodeSettle(kind === 'signature' ? signed : byToken(terms))
      const watcher = await newSender()
      expect(await inOneBlock([watcher, THIRD_PARTY].map((from) => ({ from, to: on.factory, data })))).toEqual(['success', 'success'])
      expect([await on.holdings(terms), await on.held(on.usdc, watcher)]).toEqual([[990_000n, 10_000n, 0n, 0n], 0n])
    },
  )
})

describe.each(ASSETS)('late deposits in %s', (asset) => {
  test.each([
    ['release', [990_000n, 10_000n], 0n],
    ['refund', [0n, 0n], 1_000_000n],
  ] as const)('every late deposit after a %s is returned to the depositor', async (outcome, paid, refunded) => {
    const token = assetOf(on, asset)
    const terms = await on.funded({ token })
    await on.bySignature(terms, outcome)
    const ways = [() => on.flush(terms, token), () => on.withoutProof(terms, outcome), () => on.flush(terms, token)]
    let returned = refunded
    for (const [index, way] of ways.entries()) {
      const late = 1_000_000n * BigInt(index) + 1n
      await on.pay(terms, late)
      returned += late
      expect((await way()).logs).toEqual([{ kind: 'returned', escrow: on.at(terms), token, units: late }])
      expect(await on.holdings(terms)).toEqual([...paid, returned, 0n])
    }
  })
})

test('a settlement, a late deposit and its flush succeed in one block', async () => {
  const terms = await on.funded()
  const calls = [
    { from: await newSender(), to: on.factory, data: encodeSettle(byToken(terms)) },
    { from: OPERATOR, to: on.at(terms), value: 44n, gas: 21_000n },
    { from: await newSender(), to: on.factory, data: encodeEscrowFlush(terms, null) },
  ]
  expect(await inOneBlock(calls)).toEqual(['success', 'success', 'success'])
  expect(await on.holdings(terms)).toEqual([990_000n, 10_000n, 44n, 0n])
})

describe('other assets at the address', () => {
  test('a flush pays an unrelated token to the depositor after the outcome and reverts before it', async () => {
    const unrelated = await deploy(on.chain, silentTokenInitCode)
    for (const token of [null, on.usdc]) {
      const terms = await on.funded({ token })
      await on.mint(unrelated, on.at(terms), 70n)
      for (const wanted of [null, on.usdc, unrelated]) expect((await on.flush(terms, wanted)).result).toBe('NotDecided')
      expect(await on.held(token, on.at(terms))).toBe(1_000_000n)
      await on.byToken(terms)
      expect((await on.flush(terms, unrelated)).result).toBe('ok')
      expect(await on.holdings(terms, unrelated)).toEqual([0n, 0n, 70n, 0n])
    }
  })

  test.each(['release', 'refund'] as const)('a %s of a token escrow also pays its native coin to the depositor', async (outcome) => {
    const terms = await on.funded({ token: on.usdc })
    await on.pay(terms, 33n, null)
    const { logs } = await on.bySignature(terms, outcome)
    expect(logs.at(-1)).toEqual({ kind: 'returned', escrow: on.at(terms), token: null, units: 33n })
    expect(await on.holdings(terms, null)).toEqual([0n, 0n, 33n, 0n])
  })

  test('another token and native coin do not fund a token escrow and are returned after a refund', async () => {
    const worthless = await deploy(on.chain, plainTokenInitCode)
    const terms = await on.newTerms({ token: on.usdc })
    await on.pay(terms, terms.amountUnits, worthless)
    await on.pay(terms, terms.amountUnits, null)
    expect((await on.byToken(terms)).result).toBe('NotFunded')
    await on.bySignature(terms, 'refund')
    await on.flush(terms, worthless)
    expect([await on.holdings(terms, worthless), await on.holdings(terms, null)]).toEqual([
      [0n, 0n, 1_000_000n, 0n],
      [0n, 0n, 1_000_000n, 0n],
    ])
  })

  test('a flush of an address without a token reverts, and a flush of an empty escrow does nothing', async () => {
    const terms = await on.funded()
    await on.byToken(terms)
    const nothing = await on.flush(terms, on.usdc)
    expect([nothing.result, nothing.logs]).toEqual(['ok', []])
    await on.pay(terms, 5n)
    for (const wrong of [THIRD_PARTY, on.factory]) expect((await on.flush(terms, wrong)).result).toBe('NotAToken')
    expect(await on.held(null, on.at(terms))).toBe(5n)
  })
})
