import { encodeFunctionData, zeroAddress, zeroHash } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NO_PROOF } from '../../../src/evm/escrow/encode-settlement.ts'
import { toEscrowTuple } from '../../../src/evm/escrow/escrow-terms.ts'
import { releaseHash, releaseProof } from '../../../src/evm/escrow/release-hash.ts'
import { escrowFactoryAbi } from '../../../src/evm/generated/escrow-contracts.ts'
import { type AnvilProcess, startAnvil } from '../anvil-process.ts'
import { ASSETS, createEscrowFixture, type EscrowFixture, tokenOf, assetOf } from './fixture.ts'

let anvil: AnvilProcess
let on: EscrowFixture

beforeAll(async () => {
  anvil = await startAnvil(1)
  on = await createEscrowFixture(anvil.chain)
})
afterAll(() => anvil.stop())

describe.each(ASSETS)('exits of an escrow in %s', (asset) => {
  test("the decider's signature pays the beneficiary 99 % and the fee receiver 1 %", async () => {
    const token = assetOf(on, asset)
    const terms = await on.funded({ token })
    const { result, logs } = await on.bySignature(terms, 'release')
    expect([result, await on.holdings(terms), await on.stateOf(terms)]).toEqual(['ok', [990_000n, 10_000n, 0n, 0n], 'released'])
    const escrow = on.at(terms)
    expect(logs).toEqual([
      { kind: 'decided', escrow, outcome: 'release', by: 'signature' },
      { kind: 'released', escrow, token, beneficiaryUnits: 990_000n, feeUnits: 10_000n, excessUnits: 0n },
    ])
  })

  test("the decider's signature refunds the whole deposit without a fee", async () => {
    const token = assetOf(on, asset)
    const terms = await on.funded({ token })
    const { result, logs } = await on.bySignature(terms, 'refund')
    expect([result, await on.holdings(terms), await on.stateOf(terms)]).toEqual(['ok', [0n, 0n, 1_000_000n, 0n], 'refunded'])
    const escrow = on.at(terms)
    expect(logs).toEqual([
      { kind: 'decided', escrow, outcome: 'refund', by: 'signature' },
      { kind: 'returned', escrow, token, units: 1_000_000n },
    ])
  })

  test('the release token, presented by a third party, releases the escrow', async () => {
    const terms = await on.funded({ token: assetOf(on, asset) })
    const { result, logs } = await on.byToken(terms)
    expect([result, await on.holdings(terms), await on.stateOf(terms)]).toEqual(['ok', [990_000n, 10_000n, 0n, 0n], 'released'])
    expect(logs[0]).toEqual({ kind: 'decided', escrow: on.at(terms), outcome: 'release', by: 'release_token' })
  })

  test('a third party refunds the escrow after the deadline without a proof', async () => {
    const terms = await on.funded({ token: assetOf(on, asset) })
    const { result, logs } = await on.afterDeadline(terms)
    expect([result, await on.holdings(terms), await on.stateOf(terms)]).toEqual(['ok', [0n, 0n, 1_000_000n, 0n], 'refunded'])
    expect(logs[0]).toEqual({ kind: 'decided', escrow: on.at(terms), outcome: 'refund', by: 'deadline' })
  })

  test('a release without a fee needs no fee receiver, and a fee below one unit is not sent', async () => {
    const token = assetOf(on, asset)
    const free = await on.funded({ token, feeBps: 0, feeReceiver: zeroAddress })
    const tiny = await on.funded({ token, amountUnits: 99n })
    for (const terms of [free, tiny]) expect((await on.byToken(terms)).result).toBe('ok')
    expect([await on.held(token, free.beneficiary), await on.holdings(tiny)]).toEqual([1_000_000n, [99n, 0n, 0n, 0n]])
  })

  test('an amount of one unit can be released and refunded', async () => {
    const given = { token: assetOf(on, asset), amountUnits: 1n }
    const [released, refunded] = [await on.funded(given), await on.funded(given)]
    await on.byToken(released)
    await on.bySignature(refunded, 'refund')
    expect([await on.holdings(released), await on.holdings(refunded)]).toEqual([
      [1n, 0n, 0n, 0n],
      [0n, 0n, 1n, 0n],
    ])
  })
})

test('a release pays the largest fee of ten percent', async () => {
  const terms = await on.funded({ feeBps: 1_000 })
  await on.byToken(terms)
  expect(await on.holdings(terms)).toEqual([900_000n, 100_000n, 0n, 0n])
})

describe('the deadline', () => {
  test('a refund without proof fails in the second of the deadline and succeeds one second later', async () => {
    const terms = await on.funded()
    await on.chain.setNextBlockTimestamp({ timestamp: terms.deadlineSeconds })
    const early = await on.withoutProof(terms, 'refund')
    expect([early.result, (await on.chain.getBlock()).timestamp]).toEqual(['BeforeDeadline', terms.deadlineSeconds])
    await on.chain.setNextBlockTimestamp({ timestamp: terms.deadlineSeconds + 1n })
    expect([(await on.withoutProof(terms, 'refund')).result, await on.stateOf(terms)]).toEqual(['ok', 'refunded'])
  })

  test('release token and signature still release after the deadline until a refund is recorded', async () => {
    const [first, second] = [await on.funded(), await on.funded()]
    await on.waitForDeadline(second)
    expect([(await on.byToken(first)).result, (await on.bySignature(second, 'release')).result]).toEqual(['ok', 'ok'])
    expect([await on.stateOf(first), await on.stateOf(second)]).toEqual(['released', 'released'])
  })
})

describe('release tokens', () => {
  test('a wrong release token, one of another escrow, the release hash and zero release nothing', async () => {
    const [terms, other] = [await on.funded(), await on.funded()]
    const proofs = [`0x${'17'.repeat(32)}`, releaseProof(tokenOf(other.id)), terms.releaseHash, zeroHash] as const
    for (const proof of proofs) expect((await on.settle({ terms, outcome: 'release', proof })).result).toBe('InvalidReleaseToken')
    expect([await on.stateOf(terms), await on.holdings(terms)]).toEqual(['undecided', [0n, 0n, 0n, 1_000_000n]])
  })

  test('a release token does not refund', async () => {
    const terms = await on.funded()
    const proof = releaseProof(tokenOf(terms.id))
    expect((await on.settle({ terms, outcome: 'refund', proof })).result).toBe('InvalidSignature')
    expect(await on.stateOf(terms)).toBe('undecided')
  })

  test('a release token does not release an escrow with the same release hash and another id', async () => {
    const terms = await on.newTerms()
    const other = await on.funded({ releaseHash: terms.releaseHash })
    expect((await on.settle({ terms: other, outcome: 'release', proof: releaseProof(tokenOf(terms.id)) })).result).toBe(
      'InvalidReleaseToken',
    )
  })

  test('an escrow without a release hash has no release token and is released by signature', async () => {
    const terms = await on.funded({ releaseHash: zeroHash })
    expect([(await on.byToken(terms)).result, (await on.settle({ terms, outcome: 'release', proof: zeroHash })).result]).toEqual([
      'InvalidReleaseToken',
      'InvalidReleaseToken',
    ])
    expect((await on.bySignature(terms, 'release')).result).toBe('ok')
  })

  test('the contract and releaseHash give the same hash of a release token', async () => {
    const { id } = await on.newTerms()
    const args = [id, releaseProof(tokenOf(id))] as const
    const told = await on.chain.readContract({ abi: escrowFactoryAbi, address: on.factory, functionName: 'releaseHash', args })
    expect(told).toBe(releaseHash(id, tokenOf(id)))
  })
})

test('a settlement with an outcome other than release and refund reverts', async () => {
  const terms = await on.funded()
  const none = encodeFunctionData({ abi: escrowFactoryAbi, functionName: 'settle', args: [toEscrowTuple(terms), 0, NO_PROOF] })
  const three = encodeFunctionData({ abi: escrowFactoryAbi, functionName: 'settle', args: [toEscrowTuple(terms), 3, NO_PROOF] })
  expect([(await on.call(none)).result, (await on.call(three)).receipt.status]).toEqual(['InvalidOutcome', 'reverted'])
  expect(await on.stateOf(terms)).toBe('undecided')
})
