import { gasSchedules } from '../../../src/evm/fees/gas-schedules.ts'
import { type Address, encodeFunctionData, type EncodeFunctionDataParameters, type Hex, numberToHex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  encodeEscrowFlush,
  encodeSettle,
  NO_PROOF,
  settlementGasLimit,
  type Settlement,
} from '../../../src/evm/escrow/encode-settlement.ts'
import { toEscrowTuple } from '../../../src/evm/escrow/escrow-terms.ts'
import { escrowFactoryAbi } from '../../../src/evm/generated/escrow-contracts.ts'
import * as contracts from '../../../src/evm/generated/test-contracts.ts'
import { deploy, installEscrowFactory, send } from '../../anvil-chain.ts'
import { type AnvilProcess, startAnvil } from '../anvil-process.ts'
import { freshAccount, THIRD_PARTY } from '../fixture.ts'
import { addressIn, byToken, createEscrowFixture, deployHostileToken, deployWith, errorName, type EscrowFixture } from './fixture.ts'

let anvil: AnvilProcess
let on: EscrowFixture

beforeAll(async () => {
  anvil = await startAnvil(1)
  on = await createEscrowFixture(anvil.chain)
})
afterAll(() => anvil.stop())

const bySignature = async (terms: Settlement['terms'], outcome: Settlement['outcome']): Promise<Settlement> => ({
  terms,
  outcome,
  proof: await on.sign(terms, outcome),
})

describe('batches', () => {
  test('a batch settles its valid items and announces each failed item without moving its deposit', async () => {
    const victim = freshAccount()
    const [native, excess, refunded] = [await on.funded(), await on.funded({ token: on.usdc }, 1_000_010n), await on.funded()]
    const blocked = await on.funded({ token: on.usdc })
    await on.setBlocked(blocked.beneficiary, true)
    const burnt = await on.funded({ token: await deployHostileToken(on.chain, 'burns all gas', victim), beneficiary: victim })
    const [unfunded, early, greedy] = [await on.newTerms(), await on.funded(), await on.newTerms({ feeBps: 1_001 })]
    const foreign = await on.funded({ decider: THIRD_PARTY })
    const { result, logs } = await on.settleMany([
      byToken(burnt),
      byToken(native),
      byToken(unfunded),
      { terms: early, outcome: 'refund', proof: NO_PROOF },
      await bySignature(excess, 'release'),
      byToken(blocked),
      await bySignature(foreign, 'release'),
      byToken(greedy),
      await bySignature(refunded, 'refund'),
    ])
    expect(result).toBe('ok')
    const failed = logs.flatMap((log) => (log.kind === 'settle_failed' ? [[log.escrow, errorName(log.reason)]] : []))
    expect(failed).toEqual([
      [on.at(unfunded), 'NotFunded'],
      [on.at(early), 'BeforeDeadline'],
      [on.at(foreign), 'InvalidSignature'],
      [on.at(greedy), 'InvalidTerms'],
    ])
    expect(logs.flatMap((log) => (log.kind === 'payout_failed' ? [log.escrow] : []))).toEqual([on.at(burnt), on.at(blocked)])
    expect(await Promise.all([native, excess, refunded].map((terms) => on.holdings(terms)))).toEqual([
      [990_000n, 10_000n, 0n, 0n],
      [990_000n, 10_000n, 10n, 0n],
      [0n, 0n, 1_000_000n, 0n],
    ])
    expect(await Promise.all([burnt, blocked, unfunded, early, foreign].map((terms) => on.stateOf(terms)))).toEqual([
      'release_due',
      'release_due',
      'undecided',
      'undecided',
      'undecided',
    ])
    for (const terms of [burnt, blocked, early, foreign]) expect(await on.held(terms.token, on.at(terms))).toBe(1_000_000n)
  })

  test('fifty signed releases with excess fit into one transaction and its gas limit', async () => {
    const items: Settlement[] = []
    for (let index = 0; index < 50; index += 1) items.push(await bySignature(await on.funded({ token: on.usdc }, 1_000_001n), 'release'))
    const gas = settlementGasLimit(gasSchedules.osaka, items.length)
    expect(gas).toBeLessThan(2n ** 24n)
    const { result, logs } = await on.settleMany(items, { gas })
    expect([result, logs.filter(({ kind }) => kind === 'released').length]).toEqual(['ok', 50])
  })

  test('a batch of fifty-one items reverts and an empty batch does nothing', async () => {
    const { terms, outcome, proof } = byToken(await on.newTerms())
    const items = Array.from({ length: 51 }, () => ({ terms: toEscrowTuple(terms), outcome: outcome === 'release' ? 1 : 2, proof }))
    const batchOf = (count: number) =>
      encodeFunctionData({ abi: escrowFactoryAbi, functionName: 'settleMany', args: [items.slice(0, count)] })
    expect([(await on.call(batchOf(51), { gas: 16_000_000n })).result, (await on.call(batchOf(0))).result]).toEqual(['TooManyItems', 'ok'])
  })

  test('an escrow that appears twice in a batch is settled once and its second item fails', async () => {
    const { terms, outcome, proof } = byToken(await on.funded())
    const item = { terms: toEscrowTuple(terms), outcome: outcome === 'release' ? 1 : 2, proof }
    const data = encodeFunctionData({ abi: escrowFactoryAbi, functionName: 'settleMany', args: [[item, item]] })
    const { logs } = await on.call(data)
    expect(logs.map(({ kind }) => kind)).toEqual(['decided', 'released', 'settle_failed'])
    expect(await on.holdings(terms)).toEqual([990_000n, 10_000n, 0n, 0n])
  })

  test('a batch with too little gas reverts as a whole', async () => {
    const items = [byToken(await on.funded()), byToken(await on.funded())]
    expect((await on.settleMany(items, { gas: 900_000n })).result).toBe('NotEnoughGas')
    expect((await on.settleMany(items, { gas: 1_000_000n })).result).toBe('ok')
  })

  test('a batch of items that burn their gas still pays a valid last item at the minimum gas', async () => {
    const victim = freshAccount()
    const token = await deployHostileToken(on.chain, 'burns all gas', victim)
    const items: Settlement[] = []
    for (let index = 0; index < 9; index += 1) items.push(byToken(await on.funded({ token, beneficiary: victim })))
    const honest = await on.funded({ token: on.usdc }, 1_000_001n)
    await on.pay(honest, 4n, null)
    // Eleven shares, the transaction itself and its calldata.
    const { result } = await on.settleMany([...items, byToken(honest)], { gas: 11n * 300_000n + 21_000n + 60_000n })
    expect([result, await on.stateOf(honest), await on.holdings(honest)]).toEqual(['ok', 'released', [990_000n, 10_000n, 1n, 0n]])
    const states = await Promise.all(items.map(({ terms }) => on.stateOf(terms)))
    expect(new Set(states)).toEqual(new Set(['release_due']))
  })
})

/** Makes calls of a new account in one transaction; one that fails undoes all. */
async function inOneTransaction(calls: readonly (readonly [Address, Hex])[], caller?: Address) {
  const args = [calls.map(([target]) => target), calls.map(([, input]) => input)] as const
  const data = encodeFunctionData({ abi: contracts.callerOfManyAbi, functionName: 'callAll', args })
  return on.call(data, { to: caller ?? (await deploy(on.chain, contracts.callerOfManyInitCode)), gas: 10_000_000n })
}

describe('several calls in one transaction', () => {
  test('a second run of an escrow in one transaction reverts cheaply and succeeds in the next transaction', async () => {
    const unrelated = await deploy(on.chain, contracts.plainTokenInitCode)
    const terms = await on.funded({ token: on.usdc })
    await on.mint(unrelated, on.at(terms), 5n)
    const flush = encodeEscrowFlush(terms, unrelated)
    const { result, receipt } = await inOneTransaction([
      [on.factory, encodeSettle(byToken(terms))],
      [on.factory, flush],
    ])
    expect([result, receipt.gasUsed < 500_000n, await on.stateOf(terms)]).toEqual(['AlreadyRun', true, 'undecided'])
    await on.byToken(terms)
    await on.call(flush)
    expect([await on.holdings(terms), await on.holdings(terms, unrelated)]).toEqual([
      [990_000n, 10_000n, 0n, 0n],
      [0n, 0n, 5n, 0n],
    ])
  })

  test('a failed payout can be retried in the same transaction', async () => {
    const caller = await deploy(on.chain, contracts.callerOfManyInitCode)
    const token = await deployWith(on.chain, { abi: contracts.testUsdcAbi, bytecode: contracts.testUsdcInitCode, args: [caller] })
    const terms = await on.newTerms({ token })
    const usdc = (given: EncodeFunctionDataParameters<typeof contracts.testUsdcAbi>) => [token, encodeFunctionData(given)] as const
    const calls = [
      usdc({ abi: contracts.testUsdcAbi, functionName: 'mint', args: [on.at(terms), terms.amountUnits] }),
      usdc({ abi: contracts.testUsdcAbi, functionName: 'blockAccount', args: [terms.beneficiary] }),
      [on.factory, encodeSettle(byToken(terms))],
      usdc({ abi: contracts.testUsdcAbi, functionName: 'unblockAccount', args: [terms.beneficiary] }),
      [on.factory, encodeSettle({ terms, outcome: 'release', proof: NO_PROOF })],
    ] as const
    expect((await inOneTransaction(calls, caller)).result).toBe('ok')
    expect([await on.stateOf(terms), await on.holdings(terms)]).toEqual(['released', [990_000n, 10_000n, 0n, 0n]])
  })

  test.each([
    ['beneficiary', 'release'],
    ['depositor', 'refund'],
  ] as const)(
    'a transaction that ran an escrow cannot send native coin to it as the %s of another, which would destroy the coin',
    async (party, outcome) => {
      const next = await on.funded()
      await on.bySignature(next, 'refund')
      await on.pay(next, 3n)
      const terms = await on.funded({ [party]: on.at(next), feeBps: 0 })
      const { result } = await inOneTransaction([
        [on.factory, encodeEscrowFlush(next, null)],
        [on.factory, encodeSettle(await bySignature(terms, outcome))],
      ])
      expect([result, await on.stateOf(terms), await on.held(null, on.at(terms))]).toEqual(['AlreadyRun', 'undecided', 1_000_000n])
      await on.bySignature(terms, outcome)
      await on.flush(next, null)
      expect(await on.held(null, next.depositor)).toBe(2_000_003n)
    },
  )

  test('known limit: native coin is destroyed when its beneficiary is an escrow of another factory that ran in the same transaction', async () => {
    const other = await installEscrowFactory(on.chain, numberToHex(2, { size: 32 }))
    const next = await on.newTerms({ chainId: 5 })
    await send(on.chain, { to: addressIn(other, next), value: 3n })
    const terms = await on.funded({ beneficiary: addressIn(other, next), feeBps: 0 })
    await inOneTransaction([
      [other, encodeSettle({ terms: next, outcome: 'refund', proof: NO_PROOF })],
      [on.factory, encodeSettle(byToken(terms))],
    ])
    expect([await on.stateOf(terms), await on.held(null, terms.beneficiary), await on.held(null, on.at(terms))]).toEqual([
      'released',
      0n,
      0n,
    ])
  })
})
