import { encodeAbiParameters, encodeFunctionData, keccak256, numberToHex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EscrowTerms } from '../../../src/evm/escrow/escrow-terms.ts'
import * as contracts from '../../../src/evm/generated/test-contracts.ts'
import { deploy, sendAll } from '../../anvil-chain.ts'
import { type AnvilProcess, startAnvil } from '../anvil-process.ts'
import { freshAccount, THIRD_PARTY } from '../fixture.ts'
import { createEscrowFixture, deployHostileToken, type EscrowFixture, reasonsOf } from './fixture.ts'

let anvil: AnvilProcess
let on: EscrowFixture

beforeAll(async () => {
  anvil = await startAnvil(1)
  on = await createEscrowFixture(anvil.chain)
})
afterAll(() => anvil.stop())

/** A recorded release whose beneficiary is blocked. */
async function releaseToBlocked(units = 1_000_000n) {
  const terms = await on.funded({ token: on.usdc }, units)
  await on.setBlocked(terms.beneficiary, true)
  return { terms, ...(await on.byToken(terms)) }
}

describe('a release to a blocked beneficiary', () => {
  test('a release to a blocked beneficiary is recorded, moves nothing and announces the reason', async () => {
    const { terms, result, logs } = await releaseToBlocked(1_000_005n)
    expect([result, await on.stateOf(terms), await on.holdings(terms)]).toEqual(['ok', 'release_due', [0n, 0n, 0n, 1_000_005n]])
    const escrow = on.at(terms)
    expect(logs).toEqual([
      { kind: 'decided', escrow, outcome: 'release', by: 'release_token' },
      { kind: 'payout_failed', escrow, token: on.usdc, reason: expect.any(String) },
    ])
    expect(reasonsOf(logs)).toEqual(['AccountBlocked'])
  })

  test('a recorded but unpaid release rejects refunds by signature and after the deadline', async () => {
    const { terms } = await releaseToBlocked()
    expect([(await on.bySignature(terms, 'refund')).result, (await on.afterDeadline(terms)).result]).toEqual([
      'OtherOutcome',
      'OtherOutcome',
    ])
    expect([await on.stateOf(terms), await on.holdings(terms)]).toEqual(['release_due', [0n, 0n, 0n, 1_000_000n]])
  })

  test('a third party retries an unpaid release without a proof until the token accepts it', async () => {
    const { terms } = await releaseToBlocked()
    const retry = await on.withoutProof(terms, 'release')
    expect([retry.logs.map(({ kind }) => kind), await on.stateOf(terms)]).toEqual([['payout_failed'], 'release_due'])
    await on.setBlocked(terms.beneficiary, false)
    await on.waitForDeadline(terms)
    const paid = await on.withoutProof(terms, 'release')
    expect([paid.logs.map(({ kind }) => kind), await on.stateOf(terms)]).toEqual([['released'], 'released'])
    expect(await on.holdings(terms)).toEqual([990_000n, 10_000n, 0n, 0n])
    await on.pay(terms)
    await on.withoutProof(terms, 'release')
    expect(await on.holdings(terms)).toEqual([990_000n, 10_000n, 1_000_000n, 0n])
  })

  test('a flush of an unpaid release returns excess, native coin and other tokens and keeps the amount', async () => {
    const { terms } = await releaseToBlocked(1_000_005n)
    const unrelated = await deploy(on.chain, contracts.plainTokenInitCode)
    await on.mint(unrelated, on.at(terms), 80n)
    await on.pay(terms, 9n, null)
    for (const token of [on.usdc, unrelated, on.usdc, null]) expect((await on.flush(terms, token)).result).toBe('ok')
    expect(await Promise.all([on.usdc, unrelated, null].map((token) => on.holdings(terms, token)))).toEqual([
      [0n, 0n, 5n, 1_000_000n],
      [0n, 0n, 80n, 0n],
      [0n, 0n, 9n, 0n],
    ])
    expect(await on.stateOf(terms)).toBe('release_due')
  })

  test('an unpaid release whose escrow lost a unit waits until the amount is complete again', async () => {
    const { terms } = await releaseToBlocked()
    await on.setBlocked(terms.beneficiary, false)
    await takeFromEscrow(terms, 1n)
    const { logs } = await on.withoutProof(terms, 'release')
    expect(reasonsOf(logs)).toEqual(['NotFunded'])
    await on.flush(terms, on.usdc)
    expect(await on.holdings(terms)).toEqual([0n, 0n, 0n, 999_999n])
    await on.pay(terms, 1n)
    await on.withoutProof(terms, 'release')
    expect([await on.stateOf(terms), await on.holdings(terms)]).toEqual(['released', [990_000n, 10_000n, 0n, 0n]])
  })
})

/** Moves USDC out of an escrow, as only its issuer could. */
async function takeFromEscrow(terms: EscrowTerms, units: bigint): Promise<void> {
  const address = on.at(terms)
  await on.chain.impersonateAccount({ address })
  await on.chain.setBalance({ address, value: 10n ** 18n })
  const data = encodeFunctionData({ abi: contracts.testUsdcAbi, functionName: 'transfer', args: [THIRD_PARTY, units] })
  await sendAll(on.chain, [{ from: address, to: on.usdc, data }])
  await on.chain.stopImpersonatingAccount({ address })
  await on.chain.setNonce({ address, nonce: 0 })
  await on.chain.setBalance({ address, value: 0n })
}

/** Writes a due release into the factory's storage: no call leads there with an asset that can be paid. */
async function forceReleaseDue(terms: EscrowTerms): Promise<void> {
  const slot = keccak256(encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [on.at(terms), 0n]))
  await on.chain.setStorageAt({ address: on.factory, index: slot, value: numberToHex(1, { size: 32 }) })
  expect(await on.stateOf(terms)).toBe('release_due')
}

describe('the amount of an unpaid release', () => {
  test('a second contract of the same token cannot move the amount of an unpaid release', async () => {
    const token = await deploy(on.chain, contracts.twoFacedTokenInitCode)
    const face = await on.chain.readContract({ abi: contracts.twoFacedTokenAbi, address: token, functionName: 'face' })
    const terms = await on.funded({ token })
    await forceReleaseDue(terms)
    expect((await on.flush(terms, face)).result).toBe('AmountIsOwed')
    expect(await on.holdings(terms)).toEqual([0n, 0n, 0n, 1_000_000n])
    await on.withoutProof(terms, 'release')
    await on.mint(token, on.at(terms), 50n)
    expect((await on.flush(terms, face)).result).toBe('ok')
    expect(await on.holdings(terms)).toEqual([990_000n, 10_000n, 50n, 0n])
  })

  test('an unpaid release in native coin can be paid and cannot be flushed', async () => {
    const terms = await on.funded()
    await forceReleaseDue(terms)
    for (const token of [null, on.usdc]) expect((await on.flush(terms, token)).result).toBe('NotReleased')
    await on.withoutProof(terms, 'release')
    expect([await on.stateOf(terms), await on.holdings(terms)]).toEqual(['released', [990_000n, 10_000n, 0n, 0n]])
  })
})

test.each([
  ['release', [990_000n, 10_000n, 0n, 0n]],
  ['refund', [0n, 0n, 1_000_000n, 0n]],
] as const)('a %s of a blocked escrow is recorded and paid after the block ends', async (outcome, paid) => {
  const terms = await on.funded({ token: on.usdc })
  await on.setBlocked(on.at(terms), true)
  expect((await on.bySignature(terms, outcome)).result).toBe('ok')
  expect(await on.holdings(terms)).toEqual([0n, 0n, 0n, 1_000_000n])
  await on.setBlocked(on.at(terms), false)
  await on.withoutProof(terms, outcome)
  expect(await on.holdings(terms)).toEqual(paid)
})

test('a refund to a blocked depositor is recorded, rejects a release and is paid later', async () => {
  const terms = await on.funded({ token: on.usdc })
  await on.setBlocked(terms.depositor, true)
  const { logs } = await on.bySignature(terms, 'refund')
  expect([logs.map(({ kind }) => kind), await on.stateOf(terms)]).toEqual([['decided', 'payout_failed'], 'refunded'])
  expect([(await on.byToken(terms)).result, (await on.flush(terms, on.usdc)).result]).toEqual(['OtherOutcome', 'AccountBlocked'])
  await on.setBlocked(terms.depositor, false)
  await on.withoutProof(terms, 'refund')
  expect(await on.holdings(terms)).toEqual([0n, 0n, 1_000_000n, 0n])
})

describe('beneficiaries that cannot be paid', () => {
  test.each([
    ['burns all gas', /^TransferRefused$/],
    ['returns false', /^TransferRefused$/],
    ['returns 2', /^TransferRefused$/],
    ['fails with 100 004 bytes', /^0x[0-9a-f]{512}$/],
  ] as const)('a release in a token that %s for the beneficiary is recorded and moves nothing', async (behaviour, reason) => {
    const beneficiary = freshAccount()
    const terms = await on.funded({ token: await deployHostileToken(on.chain, behaviour, beneficiary), beneficiary })
    for (const gas of [380_000n, 5_000_000n])
      await on.undoing(async () => {
        const { logs } = await on.byToken(terms, { gas })
        expect([await on.stateOf(terms), await on.holdings(terms)]).toEqual(['release_due', [0n, 0n, 0n, 1_000_000n]])
        expect(reasonsOf(logs)).toEqual([expect.stringMatching(reason)])
      })
  })

  test.each([
    ['reverts', contracts.revertingRecipientInitCode],
    ['burns all gas', contracts.burningRecipientInitCode],
    ['calls back', contracts.reenteringRecipientInitCode],
  ] as const)('a beneficiary whose code %s receives native coin without running its code', async (_, initCode) => {
    const beneficiary = await deploy(on.chain, initCode)
    const terms = await on.funded({ beneficiary })
    expect((await on.byToken(terms)).result).toBe('ok')
    expect(await on.holdings(terms)).toEqual([990_000n, 10_000n, 0n, 0n])
    if (initCode !== contracts.reenteringRecipientInitCode) return
    const read = { abi: contracts.reenteringRecipientAbi, address: beneficiary, functionName: 'called' } as const
    expect(await on.chain.readContract(read)).toBe(false)
  })
})
