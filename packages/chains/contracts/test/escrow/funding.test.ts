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

describe.each(ASSETS)('funding in %s', (asset) => {
  test('a release of an escrow that lacks one unit reverts and records nothing', async () => {
    const terms = await on.funded({ token: assetOf(on, asset) }, 999_999n)
    expect([(await on.byToken(terms)).result, (await on.bySignature(terms, 'release')).result]).toEqual(['NotFunded', 'NotFunded'])
    expect([await on.stateOf(terms), await on.holdings(terms)]).toEqual(['undecided', [0n, 0n, 0n, 999_999n]])
  })

  test('a release token from a failed transaction releases the escrow after the last unit arrives', async () => {
    const terms = await on.funded({ token: assetOf(on, asset) }, 999_999n)
    const { status, transactionHash } = await send(on.chain, { to: on.factory, data: encodeSettle(byToken(terms)), gas: 600_000n })
    expect(status).toBe('reverted')
    await on.pay(terms, 1n)
    const { input } = await on.chain.getTransaction({ hash: transactionHash })
    expect((await on.call(input)).result).toBe('ok')
    expect(await on.holdings(terms)).toEqual([990_000n, 10_000n, 0n, 0n])
  })

  test('a partial deposit is refunded by signature and after the deadline', async () => {
    const token = assetOf(on, asset)
    const [signed, late] = [await on.funded({ token }, 400_000n), await on.funded({ token }, 400_000n)]
    await on.bySignature(signed, 'refund')
    await on.afterDeadline(late)
    for (const terms of [signed, late])
      expect([await on.stateOf(terms), await on.holdings(terms)]).toEqual(['refunded', [0n, 0n, 400_000n, 0n]])
  })

  test('an empty escrow can only be refunded, and its later deposit is returned to the depositor', async () => {
    const token = assetOf(on, asset)
    const terms = await on.newTerms({ token })
    expect((await on.byToken(terms)).result).toBe('NotFunded')
    expect([(await on.bySignature(terms, 'refund')).result, await on.stateOf(terms)]).toEqual(['ok', 'refunded'])
    await on.pay(terms)
    expect((await on.byToken(terms)).result).toBe('OtherOutcome')
    await on.flush(terms, token)
    expect(await on.holdings(terms)).toEqual([0n, 0n, 1_000_000n, 0n])
  })

  test('the excess is paid to the depositor by a release and by a refund', async () => {
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

test('a third party that funds and releases an escrow pays its parties', async () => {
  const terms = await on.newTerms()
  await send(on.chain, { from: THIRD_PARTY, to: on.at(terms), value: terms.amountUnits })
  await on.byToken(terms)
  expect(await on.holdings(terms)).toEqual([990_000n, 10_000n, 0n, 0n])
})

describe('excess that the depositor rejects', () => {
  test.each([
    ['reverts', revertingRecipientInitCode],
    ['burns all gas', burningRecipientInitCode],
    ['calls back', reenteringRecipientInitCode],
  ] as const)('a depositor whose code %s receives the native excess and does not stop the release', async (_, initCode) => {
    const terms = await on.funded({ depositor: await deploy(on.chain, initCode) }, 1_000_003n)
    expect((await on.byToken(terms)).result).toBe('ok')
    expect(await on.holdings(terms)).toEqual([990_000n, 10_000n, 3n, 0n])
  })

  test('the token excess of a blocked depositor stays at the escrow and can be flushed later', async () => {
    const terms = await on.funded({ token: on.usdc }, 1_000_003n)
    await on.setBlocked(terms.depositor, true)
    const { logs } = await on.byToken(terms)
    expect(logs[1]).toMatchObject({ kind: 'released', excessUnits: 0n })
    expect(await on.holdings(terms)).toEqual([990_000n, 10_000n, 0n, 3n])
    expect((await on.flush(terms, on.usdc)).result).toBe('AccountBlocked')
    await on.setBlocked(terms.depositor, false)
    expect((await on.flush(terms, on.usdc)).result).toBe('ok')
    expect(await on.holdings(terms)).toEqual([990_000n, 10_000n, 3n, 0n])
  })

  test('a token that burns all gas for the depositor does not stop the release at any gas limit', async () => {
    const depositor = freshAccount()
    const token = await deployWith(on.chain, { abi: burningTokenAbi, bytecode: burningTokenInitCode, args: [depositor] })
    const terms = await on.funded({ token, depositor }, 1_000_001n)
    for (const gas of [350_000n, 400_000n, 500_000n, 3_000_000n])
      await on.undoing(async () => {
        expect([gas, (await on.byToken(terms, { gas })).result]).toEqual([gas, 'ok'])
        expect([await on.stateOf(terms), await on.holdings(terms)]).toEqual(['released', [990_000n, 10_000n, 0n, 1n]])
      })
  })
})
