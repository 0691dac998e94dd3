import { concatHex, encodeFunctionData, getContractAddress, type Hex, numberToHex, zeroAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { encodeSettle } from '../../../src/evm/escrow/encode-settlement.ts'
import { encodeEscrowInit, escrowAddress } from '../../../src/evm/escrow/escrow-address.ts'
import { escrowFactoryAddress } from '../../../src/evm/escrow/escrow-factory.ts'
import { type EscrowTerms, toEscrowTuple } from '../../../src/evm/escrow/escrow-terms.ts'
import { CREATE2_DEPLOYER } from '../../../src/evm/flush/deposit-factory.ts'
import { escrowFactoryAbi } from '../../../src/evm/generated/escrow-contracts.ts'
import { installEscrowFactory, send } from '../../anvil-chain.ts'
import { type AnvilProcess, startAnvil } from '../anvil-process.ts'
import { freshAccount, THIRD_PARTY } from '../fixture.ts'
import { addressIn, byToken, createEscrowFixture, type EscrowFixture } from './fixture.ts'

let anvil: AnvilProcess
let on: EscrowFixture

beforeAll(async () => {
  anvil = await startAnvil(1)
  on = await createEscrowFixture(anvil.chain)
})
afterAll(() => anvil.stop())

const addressOf = (terms: EscrowTerms) =>
  on.chain.readContract({ abi: escrowFactoryAbi, address: on.factory, functionName: 'addressOf', args: [toEscrowTuple(terms)] })

describe('escrow addresses', () => {
  test('the factory gives the escrow address that is computed without a node', async () => {
    for (const token of [null, on.usdc]) {
      const terms = await on.newTerms({ token })
      expect(await addressOf(terms)).toBe(escrowAddress(on.factory, terms))
    }
  })

  test('each of the eleven terms changes the escrow address', async () => {
    const terms = await on.newTerms()
    const bytes: Hex = `0x${'07'.repeat(32)}`
    const others: Partial<EscrowTerms>[] = [
      { id: bytes },
      ...(['depositor', 'beneficiary', 'token', 'feeReceiver', 'decider'] as const).map((term) => ({ [term]: THIRD_PARTY })),
      { amountUnits: 5n },
      { feeBps: 99 },
      { releaseHash: bytes },
      { deadlineSeconds: 7n },
      { chainId: 137 },
    ]
    const addresses = await Promise.all([{}, ...others].map((given) => addressOf({ ...terms, ...given })))
    expect(new Set(addresses).size).toBe(12)
  })

  test('a payer who sends with exactly 21 000 gas reaches the address before and after a settlement, which leaves no code', async () => {
    for (const outcome of ['release', 'refund'] as const) {
      const terms = await on.funded()
      expect((await on.bySignature(terms, outcome)).result).toBe('ok')
      const address = on.at(terms)
      expect([await on.chain.getCode({ address }), await on.chain.getTransactionCount({ address })]).toEqual([undefined, 0])
      await on.pay(terms, 5n)
      expect(await on.held(null, address)).toBe(5n)
    }
  })
})

describe('terms without a possible release', () => {
  const unreleasable: readonly [string, Partial<EscrowTerms>][] = [
    ['a fee above ten percent', { feeBps: 1_001 }],
    ['an amount of zero', { amountUnits: 0n }],
    ['no beneficiary', { beneficiary: zeroAddress }],
    ['a fee without receiver', { feeReceiver: zeroAddress }],
  ]

  test.each(unreleasable)('terms with %s have no address and no release, but a refund returns their deposit', async (_, given) => {
    const terms = await on.newTerms(given)
    await on.pay(terms, 5_000_000n)
    await expect(addressOf(terms)).rejects.toThrow('InvalidTerms')
    expect([(await on.byToken(terms)).result, (await on.bySignature(terms, 'release')).result]).toEqual(['InvalidTerms', 'InvalidTerms'])
    expect((await on.bySignature(terms, 'refund')).result).toBe('ok')
    expect(await on.held(null, terms.depositor)).toBe(5_000_000n)
  })

  test('terms without a depositor have no address', async () => {
    await expect(addressOf(await on.newTerms({ depositor: zeroAddress }))).rejects.toThrow('InvalidTerms')
  })

  test('terms with extra bytes before an address settle nothing', async () => {
    const terms = await on.funded()
    const clean = encodeSettle(byToken(terms))
    for (const word of [1, 2, 3, 5]) {
      const start = 10 + word * 64
      const dirty: Hex = `0x${clean.slice(2, start)}01${clean.slice(start + 2)}`
      expect((await on.call(dirty)).receipt.status).toBe('reverted')
    }
    expect([await on.stateOf(terms), await on.held(null, on.at(terms))]).toEqual(['undecided', 1_000_000n])
  })
})

describe('third parties', () => {
  const stolen = { beneficiary: THIRD_PARTY, depositor: THIRD_PARTY, feeReceiver: THIRD_PARTY, decider: THIRD_PARTY }
  const changed = { feeBps: 0, amountUnits: 1n, deadlineSeconds: 0n, chainId: 5 }

  test.each(Object.entries({ ...stolen, ...changed }))(
    'a settlement with the same id and another %s does not reach the escrow',
    async (term, value) => {
      const terms = await on.funded({ token: on.usdc })
      const other = { ...terms, [term]: value }
      await on.bySignature(other, 'release')
      await on.byToken(other)
      await on.withoutProof(other, 'refund')
      expect([await on.stateOf(terms), await on.held(on.usdc, on.at(terms))]).toEqual(['undecided', 1_000_000n])
      await on.byToken(terms)
      expect(await on.holdings(terms)).toEqual([990_000n, 10_000n, 0n, 0n])
    },
  )

  test('a deployment of the same code with the same salt by the CREATE2 deployer does not occupy the address', async () => {
    const terms = await on.funded()
    const data = concatHex([terms.id, encodeEscrowInit(terms)])
    await send(on.chain, { to: CREATE2_DEPLOYER, data, gas: 3_000_000n })
    expect(await on.chain.getCode({ address: on.at(terms) })).toBeUndefined()
    expect((await on.byToken(terms)).result).toBe('ok')
  })
})

describe('the escrow factory', () => {
  test('the factory address is derived from deployer, salt and code', () => {
    const [deployer, salt] = [CREATE2_DEPLOYER, numberToHex(2, { size: 32 })]
    expect(escrowFactoryAddress()).toBe(on.factory)
    expect(escrowFactoryAddress(salt)).not.toBe(getContractAddress({ opcode: 'CREATE2', from: deployer, salt, bytecode: '0x' }))
  })

  test('a factory with another salt gives other addresses and cannot reach the deposit', async () => {
    const other = await installEscrowFactory(on.chain, numberToHex(2, { size: 32 }))
    const terms = await on.funded()
    expect(addressIn(other, terms)).not.toBe(on.at(terms))
    expect((await on.byToken(terms, { to: other })).result).toBe('NotFunded')
    await on.afterDeadline(terms, { to: other })
    expect(await on.held(null, on.at(terms))).toBe(1_000_000n)
  })

  test('a third party can deploy the factory after a deposit and then settle it', async () => {
    const salt = numberToHex(3, { size: 32 })
    const later = escrowFactoryAddress(salt)
    const terms = await on.newTerms()
    await send(on.chain, { to: addressIn(later, terms), value: terms.amountUnits })
    expect((await on.byToken(terms, { to: later })).logs).toEqual([])
    await installEscrowFactory(on.chain, salt)
    expect((await on.byToken(terms, { to: later })).result).toBe('ok')
    expect([await on.held(null, terms.beneficiary), await on.held(null, terms.feeReceiver)]).toEqual([990_000n, 10_000n])
  })

  test('settleItem rejects every caller but the factory', async () => {
    const { terms, proof } = byToken(await on.funded({ beneficiary: freshAccount() }))
    const args = [{ terms: toEscrowTuple(terms), outcome: 1, proof }] as const
    expect((await on.call(encodeFunctionData({ abi: escrowFactoryAbi, functionName: 'settleItem', args }))).result).toBe('OnlyItself')
  })
})
