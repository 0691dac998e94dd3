import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { releaseProof } from '../../../src/evm/escrow/release-hash.ts'
import { plainTokenInitCode } from '../../../src/evm/generated/test-contracts.ts'
import { deploy } from '../../anvil-chain.ts'
import { type AnvilProcess, startAnvil } from '../anvil-process.ts'
import { createEscrowFixture, type EscrowFixture, tokenOf } from './fixture.ts'

let anvils: readonly AnvilProcess[]
let ethereum: EscrowFixture
let polygon: EscrowFixture

beforeAll(async () => {
  const [first, second] = await Promise.all([startAnvil(1), startAnvil(137)])
  anvils = [first, second]
  ;[ethereum, polygon] = await Promise.all([createEscrowFixture(first.chain), createEscrowFixture(second.chain)])
})
afterAll(() => Promise.all(anvils.map((anvil) => anvil.stop())))

test('factory and escrow have the same address on both chains', async () => {
  const terms = await ethereum.newTerms()
  expect([polygon.factory, polygon.at(terms)]).toEqual([ethereum.factory, ethereum.at(terms)])
  const [here, there] = await Promise.all([ethereum, polygon].map(({ chain, factory }) => chain.getCode({ address: factory })))
  expect(there).toBe(here)
})

describe('deposits on the wrong chain', () => {
  test('a third party refunds a deposit on the wrong chain at once, no proof releases it, and the escrow on the right chain is unaffected', async () => {
    const terms = await ethereum.funded()
    await polygon.pay(terms, 5_000_000n)
    const here = await ethereum.sign(terms, 'release')
    const there = await ethereum.sign(terms, 'release', { chainId: 137 })
    for (const proof of [releaseProof(tokenOf(terms.id)), here, there])
      expect((await polygon.settle({ terms, outcome: 'release', proof })).result).toBe('WrongChain')
    const { result, logs } = await polygon.withoutProof(terms, 'refund')
    expect([result, logs[0]]).toEqual(['ok', { kind: 'decided', escrow: ethereum.at(terms), outcome: 'refund', by: 'other_chain' }])
    expect(await polygon.holdings(terms)).toEqual([0n, 0n, 5_000_000n, 0n])
    await ethereum.byToken(terms)
    expect(await ethereum.holdings(terms)).toEqual([990_000n, 10_000n, 0n, 0n])
  })

  test('a public release token does not release a deposit on the wrong chain', async () => {
    const terms = await ethereum.funded()
    await ethereum.byToken(terms)
    await polygon.pay(terms)
    expect((await polygon.byToken(terms)).result).toBe('WrongChain')
    await polygon.withoutProof(terms, 'refund')
    expect(await polygon.holdings(terms)).toEqual([0n, 0n, 1_000_000n, 0n])
  })

  test('another token on the wrong chain is returned by a refund and a flush', async () => {
    const token = await deploy(polygon.chain, plainTokenInitCode)
    const terms = await ethereum.newTerms({ token: ethereum.usdc })
    await polygon.mint(token, ethereum.at(terms), 321n)
    await polygon.pay(terms, 5n, null)
    expect([(await polygon.withoutProof(terms, 'refund')).result, (await polygon.flush(terms, token)).result]).toEqual(['ok', 'ok'])
    expect([await polygon.held(token, terms.depositor), await polygon.held(null, terms.depositor)]).toEqual([321n, 5n])
  })
})

test('a signature and an outcome of one chain do not count on the other', async () => {
  const terms = await ethereum.funded()
  const forPolygon = await ethereum.sign(terms, 'refund', { chainId: 137 })
  expect((await ethereum.settle({ terms, outcome: 'refund', proof: forPolygon })).result).toBe('InvalidSignature')
  expect((await polygon.settle({ terms, outcome: 'refund', proof: forPolygon })).result).toBe('ok')
  expect([await ethereum.stateOf(terms), await polygon.stateOf(terms)]).toEqual(['undecided', 'refunded'])
})
