import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { encodeSettle } from '../../../src/evm/escrow/encode-settlement.ts'
import {
  burningRecipientInitCode,
  burningTokenAbi,
  burningTokenInitCode,
  reenteringRecipientInitCode,
  revertingRecipientInitCode,
} from '../../../src/evm/generated/test-contracts.ts'
import { deploy, send } from '../../anvil-chain.ts'
import { type AnvilProcess, startAnvil } from '../anvil-process.ts'
import { freshAccount, THIRD_PARTY } from '../fixture.ts'
import { ASSETS, assetOf, byToken, createEscrowFixture, deployWith, type EscrowFixture } from './fixture.ts'

let anvil: AnvilProcess
let on: EscrowFixture

beforeAll(async () => {
  anvil = await startAnvil(1)
  on = await createEscrowFixture(anvil.chain)
})
afterAll(() => anvil.stop())

describe.each(ASSETS)('an escrow in %s', (asset) => {
  test('that lacks one unit is not released by token or signature, and nothing is recorded', async () => {
    const terms = await on.funded({ token: assetOf(on, asset) }, 999_999n)
    expect([(await on.byToken(terms)).said, (await on.bySignature(terms, 'release')).said]).toEqual(['NotFunded', 'NotFunded'])
    expect([await on.stateOf(terms), await on.holdings(terms)]).toEqual(['undecided', [0n, 0n, 0n, 999_999n]])
  })

  test('is released with a token that was shown too early, by anybody who saw it, once the last unit arrives', async () => {
    const terms = await on.funded({ token: assetOf(on, asset) }, 999_999n)
    const { status, transactionHash } = await send(on.chain, { to: on.factory, data: encodeSettle(byToken(terms)), gas: 600_000n })
    expect(status).toBe('reverted')
    await on.pay(terms, 1n)
    const { input } = await on.chain.getTransaction({ hash: transactionHash })
    expect((await on.call(input)).said).toBe('ok')
    expect(await on.holdings(terms)).toEqual([990_000n, 10_000n, 0n, 0n])
  })

  test('that is partly funded goes back to the depositor by signature and after the deadline', async () => {
    const token = assetOf(on, asset)
    const [signed, late] = [await on.funded({ token }, 400_000n), await on.funded({ token }, 400_000n)]
    await on.bySignature(signed, 'refund')
    await on.afterDeadline(late)
    for (const terms of [signed, late])
      expect([await on.stateOf(terms), await on.holdings(terms)]).toEqual(['refunded', [0n, 0n, 400_000n, 0n]])
  })

  test('that is empty is not released, can be refunded, and then belongs to the depositor', async () => {
    const token = assetOf(on, asset)
    const terms = await on.newTerms({ token })
    expect((await on.byToken(terms)).said).toBe('NotFunded')
    expect([(await on.bySignature(terms, 'refund')).said, await on.stateOf(terms)]).toEqual(['ok', 'refunded'])
    await on.pay(terms)
    expect((await on.byToken(terms)).said).toBe('OtherOutcome')
    await on.flush(terms, token)
    expect(await on.holdings(terms)).toEqual([0n, 0n, 1_000_000n, 0n])
  })

  test('that holds too much pays the excess to the depositor', async () => {
    const token = assetOf(on, asset)
    const [released, refunded] = [await on.funded({ token }, 1_500_001n), await on.funded({ token }, 1_500_001n)]
    const { logs } = await on.byToken(released)
    const units = { beneficiaryUnits: 990_000n, feeUnits: 10_000n, excessUnits: 500_001n }
    expect(logs[1]).toEqual({ kind: 'released', escrow: on.at(released), token, ...units })
    await on.bySignature(refunded, 'refund')
    expect([await on.holdings(released), await on.holdings(refunded)]).toEqual([
      [990_000n, 10_000n, 500_001n, 0n],
      [0n, 0n, 1_500_001n, 0n],
    ])
  })
})

test('a stranger who funds an escrow and releases it only pays its parties', async () => {
  const terms = await on.newTerms()
  await send(on.chain, { from: THIRD_PARTY, to: on.at(terms), value: terms.amountUnits })
  await on.byToken(terms)
  expect(await on.holdings(terms)).toEqual([990_000n, 10_000n, 0n, 0n])
})

describe('a depositor who would stop the release by paying too much', () => {
  test.each([
    ['reverts', revertingRecipientInitCode],
    ['burns all gas', burningRecipientInitCode],
    ['calls back', reenteringRecipientInitCode],
  ] as const)('gets its native excess although its code %s', async (_, initCode) => {
    const terms = await on.funded({ depositor: await deploy(on.chain, initCode) }, 1_000_003n)
    expect((await on.byToken(terms)).said).toBe('ok')
    expect(await on.holdings(terms)).toEqual([990_000n, 10_000n, 3n, 0n])
  })

  test('leaves its token excess at the escrow while it is frozen, and gets it later', async () => {
    const terms = await on.funded({ token: on.usdc }, 1_000_003n)
    await on.setBlocked(terms.depositor, true)
    const { logs } = await on.byToken(terms)
    expect(logs[1]).toMatchObject({ kind: 'released', excessUnits: 0n })
    expect(await on.holdings(terms)).toEqual([990_000n, 10_000n, 0n, 3n])
    expect((await on.flush(terms, on.usdc)).said).toBe('AccountBlocked')
    await on.setBlocked(terms.depositor, false)
    expect((await on.flush(terms, on.usdc)).said).toBe('ok')
    expect(await on.holdings(terms)).toEqual([990_000n, 10_000n, 3n, 0n])
  })

  test('cannot burn the gas of the release with a token, whatever the gas limit', async () => {
    const depositor = freshAccount()
    const token = await deployWith(on.chain, { abi: burningTokenAbi, bytecode: burningTokenInitCode, args: [depositor] })
    const terms = await on.funded({ token, depositor }, 1_000_001n)
    for (const gas of [350_000n, 400_000n, 500_000n, 3_000_000n])
      await on.undoing(async () => {
        expect([gas, (await on.byToken(terms, { gas })).said]).toEqual([gas, 'ok'])
        expect([await on.stateOf(terms), await on.holdings(terms)]).toEqual(['released', [990_000n, 10_000n, 0n, 1n]])
      })
  })
})
