import { type Address, encodeFunctionData } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { encodeSettle, encodeSettleMany } from '../../../src/evm/escrow/encode-settlement.ts'
import { encodeEscrowInit } from '../../../src/evm/escrow/escrow-address.ts'
import type { EscrowTerms } from '../../../src/evm/escrow/escrow-terms.ts'
import * as contracts from '../../../src/evm/generated/test-contracts.ts'
import { type Call, deploy, send } from '../../anvil-chain.ts'
import { type AnvilProcess, startAnvil } from '../anvil-process.ts'
import { freshAccount, THIRD_PARTY } from '../fixture.ts'
import {
  ASSETS,
  addressIn,
  assetOf,
  byToken,
  createEscrowFixture,
  deployHeavyToken,
  deployHostileToken,
  type EscrowFixture,
} from './fixture.ts'

let anvil: AnvilProcess
let on: EscrowFixture

beforeAll(async () => {
  anvil = await startAnvil(1)
  on = await createEscrowFixture(anvil.chain)
})
afterAll(() => anvil.stop())

describe('fees that the receiver rejects', () => {
  test.each([
    ['reverts', contracts.revertingRecipientInitCode],
    ['burns all gas', contracts.burningRecipientInitCode],
    ['calls back', contracts.reenteringRecipientInitCode],
  ] as const)('a fee receiver whose code %s receives its native fee', async (_, initCode) => {
    const terms = await on.funded({ feeReceiver: await deploy(on.chain, initCode) })
    expect((await on.byToken(terms)).result).toBe('ok')
    expect(await on.holdings(terms)).toEqual([990_000n, 10_000n, 0n, 0n])
  })

  test('the fee of a blocked fee receiver is paid to the beneficiary', async () => {
    const terms = await on.funded({ token: on.usdc })
    await on.setBlocked(terms.feeReceiver, true)
    const { logs } = await on.byToken(terms)
    const units = { beneficiaryUnits: 1_000_000n, feeUnits: 0n, excessUnits: 0n }
    expect(logs[1]).toEqual({ kind: 'released', escrow: on.at(terms), token: on.usdc, ...units })
    expect(await on.holdings(terms)).toEqual([1_000_000n, 0n, 0n, 0n])
  })

  test.each(['burns all gas', 'fails with 100 004 bytes', 'returns false', 'returns 2'] as const)(
    'a token that %s for the fee receiver does not stop the release',
    async (behaviour) => {
      const feeReceiver = freshAccount()
      const token = await deployHostileToken(on.chain, behaviour, feeReceiver)
      const terms = await on.funded({ token, feeReceiver })
      for (const gas of [380_000n, 3_000_000n])
        await on.undoing(async () => {
          expect((await on.byToken(terms, { gas })).result).toBe('ok')
          expect([await on.stateOf(terms), await on.holdings(terms)]).toEqual(['released', [1_000_000n, 0n, 0n, 0n]])
        })
    },
  )
})

/** Sends a call with several gas limits, each time from the same state, and returns every result that occurred. */
async function sweep(terms: EscrowTerms, call: Call, limits: readonly bigint[]): Promise<readonly string[]> {
  const results = new Set<string>()
  for (const gas of limits)
    await on.undoing(async () => {
      const { status } = await send(on.chain, { from: THIRD_PARTY, ...call, gas })
      results.add([status, await on.stateOf(terms), ...(await on.holdings(terms))].join(' '))
    })
  return [...results].sort()
}

const limitsBetween = (first: bigint, last: bigint, count = 12) =>
  Array.from({ length: count }, (_, index) => first + ((last - first) * BigInt(index)) / BigInt(count - 1))

const releaseOf = (terms: EscrowTerms): Call => ({ to: on.factory, data: encodeSettle(byToken(terms)) })

describe('gas limits', () => {
  test.each(ASSETS)('every gas limit either reverts a release in %s or pays all its legs', async (asset) => {
    const terms = await on.funded({ token: assetOf(on, asset) })
    expect(await sweep(terms, releaseOf(terms), limitsBetween(40_000n, 600_000n))).toEqual([
      'reverted undecided 0 0 0 1000000',
      'success released 990000 10000 0 0',
    ])
  })

  test('every gas limit either reverts or pays all legs of a native release to two contracts that reject coin', async () => {
    const refuse = () => deploy(on.chain, contracts.revertingRecipientInitCode)
    const terms = await on.funded({ depositor: await refuse(), feeReceiver: await refuse() }, 1_000_007n)
    expect(await sweep(terms, releaseOf(terms), limitsBetween(200_000n, 500_000n))).toEqual([
      'reverted undecided 0 0 0 1000007',
      'success released 990000 10000 7 0',
    ])
  })

  test('every gas limit either reverts or pays all legs of a USDC release with excess, native coin and new accounts', async () => {
    const terms = await on.funded({ token: on.usdc }, 1_000_007n)
    await on.pay(terms, 9n, null)
    expect(await sweep(terms, releaseOf(terms), limitsBetween(200_000n, 500_000n))).toEqual([
      'reverted undecided 0 0 0 1000007',
      'success released 990000 10000 7 0',
    ])
  })

  test('every gas limit either reverts a batch or pays all legs of its item', async () => {
    const terms = await on.funded({ token: on.usdc }, 1_000_007n)
    const call = { to: on.factory, data: encodeSettleMany([byToken(terms)]) }
    expect(await sweep(terms, call, limitsBetween(500_000n, 900_000n))).toEqual([
      'reverted undecided 0 0 0 1000007',
      'success released 990000 10000 7 0',
    ])
  })

  test('every gas limit either reverts a release or pays a fee leg that needs 100 000 gas', async () => {
    const feeReceiver = freshAccount()
    const terms = await on.funded({ token: await deployHeavyToken(on.chain, feeReceiver, 70_000n), feeReceiver })
    expect(await sweep(terms, releaseOf(terms), limitsBetween(300_000n, 700_000n))).toEqual([
      'reverted undecided 0 0 0 1000000',
      'success released 990000 10000 0 0',
    ])
  })

  test('an escrow created without the minimum gas of the factory pays its beneficiary only together with a token fee', async () => {
    const bare = await deploy(on.chain, contracts.bareFactoryInitCode)
    const feeReceiver = freshAccount()
    const token = await deployHeavyToken(on.chain, feeReceiver, 20_000n)
    const terms = await on.newTerms({ token, feeReceiver })
    await on.mint(token, addressIn(bare, terms), terms.amountUnits)
    expect(await sweep(terms, releaseBy(bare, terms), limitsBetween(120_000n, 400_000n, 30))).toEqual([
      'reverted undecided 0 0 0 0',
      'success undecided 990000 10000 0 0',
    ])
  })

  test('an escrow created without the minimum gas of the factory pays its beneficiary only together with native fee and excess', async () => {
    const bare = await deploy(on.chain, contracts.bareFactoryInitCode)
    const rejecting = () => deploy(on.chain, contracts.revertingRecipientInitCode)
    const terms = await on.newTerms({ depositor: await rejecting(), feeReceiver: await rejecting() })
    await send(on.chain, { to: addressIn(bare, terms), value: 1_000_007n })
    expect(await sweep(terms, releaseBy(bare, terms), limitsBetween(120_000n, 240_000n, 24))).toEqual([
      'reverted undecided 0 0 0 0',
      'success undecided 990000 10000 7 0',
    ])
  })
})

/** Calls the factory without checks. */
const releaseBy = (bare: Address, terms: EscrowTerms): Call => {
  const args = [terms.id, encodeEscrowInit(terms)] as const
  return { to: bare, data: encodeFunctionData({ abi: contracts.bareFactoryAbi, functionName: 'release', args }) }
}

test('a settlement below the minimum gas reverts with NotEnoughGas', async () => {
  const terms = await on.funded({ token: on.usdc })
  expect((await on.byToken(terms, { gas: 300_000n })).result).toBe('NotEnoughGas')
  expect([await on.stateOf(terms), await on.holdings(terms)]).toEqual(['undecided', [0n, 0n, 0n, 1_000_000n]])
})

test('known limit: a gas limit can make a fee leg that needs 400 000 gas fail, and the beneficiary receives the fee', async () => {
  const feeReceiver = freshAccount()
  const terms = await on.funded({ token: await deployHeavyToken(on.chain, feeReceiver, 400_000n), feeReceiver })
  const paidWith = (gas: bigint) =>
    on.undoing(async () => {
      await on.byToken(terms, { gas })
      return on.holdings(terms)
    })
  expect([await paidWith(500_000n), await paidWith(2_000_000n)]).toEqual([
    [1_000_000n, 0n, 0n, 0n],
    [990_000n, 10_000n, 0n, 0n],
  ])
})
