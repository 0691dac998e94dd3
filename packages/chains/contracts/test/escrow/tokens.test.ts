import { encodeFunctionData, type Hex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { encodeEscrowFlush, encodeSettle, encodeSettleMany } from '../../../src/evm/escrow/encode-settlement.ts'
import { type EscrowTerms, toEscrowTuple } from '../../../src/evm/escrow/escrow-terms.ts'
import { escrowFactoryAbi } from '../../../src/evm/generated/escrow-contracts.ts'
import * as contracts from '../../../src/evm/generated/test-contracts.ts'
import { deploy, sendAll } from '../../anvil-chain.ts'
import { type AnvilProcess, startAnvil } from '../anvil-process.ts'
import { freshAccount, THIRD_PARTY } from '../fixture.ts'
import { byToken, createEscrowFixture, deployHostileToken, errorName, type EscrowFixture, reasonsOf } from './fixture.ts'

let anvil: AnvilProcess
let on: EscrowFixture

beforeAll(async () => {
  anvil = await startAnvil(1)
  on = await createEscrowFixture(anvil.chain)
})
afterAll(() => anvil.stop())

describe('unusual tokens', () => {
  test.each([
    ['without quirks', contracts.plainTokenInitCode],
    ['that returns nothing', contracts.silentTokenInitCode],
    ['that returns a second word', contracts.chattyTokenInitCode],
  ] as const)('a token %s is released with excess, refunded and flushed', async (_, initCode) => {
    const given = { token: await deploy(on.chain, initCode), amountUnits: 5n * 10n ** 18n }
    const [released, refunded] = [await on.funded(given, 6n * 10n ** 18n), await on.funded(given)]
    await on.byToken(released)
    await on.bySignature(refunded, 'refund')
    await on.pay(refunded, 7n)
    await on.flush(refunded, given.token)
    expect([await on.holdings(released), await on.holdings(refunded)]).toEqual([
      [495n * 10n ** 16n, 5n * 10n ** 16n, 10n ** 18n, 0n],
      [0n, 0n, 5n * 10n ** 18n + 7n, 0n],
    ])
  })

  test('a token with a transfer fee funds the escrow with the received units, and recipients bear their own transfer fees', async () => {
    const token = await deploy(on.chain, contracts.tollTokenInitCode)
    const terms = await on.newTerms({ token })
    await on.mint(token, THIRD_PARTY, 2_000_000n)
    const transfer = (units: bigint) => {
      const data = encodeFunctionData({ abi: contracts.tollTokenAbi, functionName: 'transfer', args: [on.at(terms), units] })
      return sendAll(on.chain, [{ from: THIRD_PARTY, to: token, data }])
    }
    await transfer(1_000_000n)
    expect((await on.byToken(terms)).result).toBe('NotFunded')
    await transfer(20_000n)
    expect((await on.byToken(terms)).result).toBe('ok')
    expect(await on.holdings(terms)).toEqual([980_100n, 9_900n, 9_702n, 0n])
  })

  test('a refund in a token that returns false for the depositor is recorded, and its flush reverts', async () => {
    const depositor = freshAccount()
    const token = await deployHostileToken(on.chain, 'returns false', depositor)
    const terms = await on.funded({ token, depositor })
    const { logs } = await on.bySignature(terms, 'refund')
    expect(reasonsOf(logs)).toEqual(['TransferRefused'])
    expect([(await on.flush(terms, token)).result, await on.holdings(terms)]).toEqual(['TransferRefused', [0n, 0n, 0n, 1_000_000n]])
  })

  test('an escrow whose token has no code cannot be released, and its native coin is returned', async () => {
    const terms = await on.newTerms({ token: freshAccount() })
    await on.pay(terms, 77n, null)
    expect((await on.byToken(terms)).result).toBe('NotAToken')
    const { logs } = await on.bySignature(terms, 'refund')
    expect(reasonsOf(logs)).toEqual(['NotAToken'])
    await on.flush(terms, null)
    expect(await on.held(null, terms.depositor)).toBe(77n)
  })

  test('the largest possible amount is split exactly', async () => {
    const amountUnits = 2n ** 256n - 1n
    const terms = await on.funded({ token: await deploy(on.chain, contracts.plainTokenInitCode), amountUnits, feeBps: 999 })
    await on.byToken(terms)
    const fee = (amountUnits * 999n) / 10_000n
    expect(await on.holdings(terms)).toEqual([amountUnits - fee, fee, 0n, 0n])
  })
})

describe('reentrancy', () => {
  const entrances: readonly [string, (victim: EscrowTerms) => Hex, string][] = [
    ['settle', (victim) => encodeSettle(byToken(victim)), 'Locked'],
    ['settleMany', (victim) => encodeSettleMany([byToken(victim)]), 'Locked'],
    ['flush', (victim) => encodeEscrowFlush(victim, victim.token), 'Locked'],
    [
      'settleItem',
      (victim) => encodeFunctionData({ abi: escrowFactoryAbi, functionName: 'settleItem', args: [itemOf(victim)] }),
      'OnlyItself',
    ],
  ]
  const itemOf = (victim: EscrowTerms) => ({ terms: toEscrowTuple(victim), outcome: 1, proof: byToken(victim).proof })

  test.each(entrances)('a token hook cannot call %s during a payout', async (_, inputFor, answer) => {
    const token = await deploy(on.chain, contracts.hookTokenInitCode)
    const read = <Name extends 'called' | 'succeeded' | 'answer'>(functionName: Name) =>
      on.chain.readContract({ abi: contracts.hookTokenAbi, address: token, functionName })
    const arm = (victim: EscrowTerms) => {
      const data = encodeFunctionData({ abi: contracts.hookTokenAbi, functionName: 'arm', args: [on.factory, inputFor(victim)] })
      return sendAll(on.chain, [{ to: token, data }])
    }
    const victim = await on.funded({ token })
    // The hook runs in the first transfer: of the fee, of the beneficiary's leg where there is no fee, of the depositor's in a refund.
    for (const [outcome, feeBps] of [
      ['release', 100],
      ['release', 0],
      ['refund', 0],
    ] as const) {
      const terms = await on.funded({ token, feeBps })
      await arm(victim)
      expect((await on.bySignature(terms, outcome)).result).toBe('ok')
      expect([await read('called'), await read('succeeded'), errorName(await read('answer'))]).toEqual([true, false, answer])
      expect([await on.held(token, on.at(terms)), await on.stateOf(victim)]).toEqual([0n, 'undecided'])
    }
  })

  test.each(['feeReceiver', 'depositor'] as const)('a %s that receives native coin has too little gas to make a call', async (party) => {
    const attacker = await deploy(on.chain, contracts.reenteringRecipientInitCode)
    const victim = await on.funded()
    const args = [on.factory, encodeSettle(byToken(victim))] as const
    await sendAll(on.chain, [
      { to: attacker, data: encodeFunctionData({ abi: contracts.reenteringRecipientAbi, functionName: 'arm', args }) },
    ])
    const terms = await on.funded({ [party]: attacker }, 1_000_004n)
    expect((await on.byToken(terms)).result).toBe('ok')
    const read = { abi: contracts.reenteringRecipientAbi, address: attacker, functionName: 'called' } as const
    expect([await on.chain.readContract(read), await on.holdings(terms)]).toEqual([false, [990_000n, 10_000n, 4n, 0n]])
    expect(await on.stateOf(victim)).toBe('undecided')
  })
})
