import { chainFacts } from '@gateway/domain/money/chain-facts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import vectors from '../../vectors/evm-uris.json' with { type: 'json' }
import { createEvmRail } from './rail.ts'

const factory = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const deposit = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'
const settings = { chain: 'ETH', chainId: 1, factory, tokens: { USDC_ETH: usdc } } as const
const rail = createEvmRail(settings)

describe('an Ethereum rail', () => {
  test('serves ether and USDC on the network of its chain id', () => {
    expect(rail).toMatchObject({
      chain: 'ETH',
      ...chainFacts.ETH,
      addressing: 'create2',
      network: '1',
      assets: ['ETH', 'USDC_ETH'],
      finalDepth: undefined,
      ringSize: 200,
    })
  })

  test('finds its contracts in any spelling', () => {
    expect(rail.assetOfToken(rail.watchKey(usdc))).toBe('USDC_ETH')
    expect(rail.assetOfToken(null)).toBe('ETH')
    expect(rail.assetOfToken(rail.watchKey(deposit))).toBeNull()
    expect([rail.tokenOf('ETH'), rail.tokenOf('USDC_ETH')]).toEqual([null, usdc])
  })

  test.each([
    ['the deposit factory', factory],
    ['the USDC contract', usdc.toLowerCase()],
    ['the CREATE2 deployer', '0x4e59b44847b379578588920cA78FbF26c0B4956C'],
  ])('rejects %s as a payout address', (owner, address) => {
    expect(rail.parseAddress(address)).toEqual({ problem: `is ${owner}` })
  })

  test('fails to start for an undefined chain, or with an invalid address', () => {
    expect(() => createEvmRail({ ...settings, chainId: 61 })).toThrow('chain id 61')
    expect(() => createEvmRail({ ...settings, factory: `${factory}0` })).toThrow('deposit factory must be 0x')
    expect(() => createEvmRail({ ...settings, tokens: { USDC_ETH: usdc.replace('A0b', 'a0b') } })).toThrow('EIP-55 checksum')
  })
})

describe('a payment URI', () => {
  test('requests ether in wei on the right chain', () => {
    const uri = rail.paymentUri({ asset: 'ETH', address: deposit, units: 2_014_000_000_000_000_000n })
    expect(uri).toBe(`ethereum:${deposit}@1?value=2014000000000000000`)
  })

  test('requests USDC as a transfer of the contract', () => {
    const uri = rail.paymentUri({ asset: 'USDC_ETH', address: deposit, units: 12_500_000n })
    expect(uri).toBe(`ethereum:${usdc}@1/transfer?address=${deposit}&uint256=12500000`)
  })

  test('follows the examples of EIP-681', () => {
    const { native, token } = vectors
    expect(rail.paymentUri({ asset: 'ETH', address: native.address, units: BigInt(native.units) })).toBe(
      native.uri.replace('?value=2.014e18', `@1?value=${native.units}`),
    )
    const tokenRail = createEvmRail({ ...settings, tokens: { USDC_ETH: token.contract } })
    const uri = tokenRail.paymentUri({ asset: 'USDC_ETH', address: token.address, units: BigInt(token.units) })
    expect(uri.replace('@1', '').toLowerCase()).toBe(token.uri)
  })

  test('contains every amount exactly', () => {
    fc.assert(
      fc.property(fc.bigInt(1n, 2n ** 256n - 1n), (units) => {
        const native = new URL(rail.paymentUri({ asset: 'ETH', address: deposit, units }))
        const token = new URL(rail.paymentUri({ asset: 'USDC_ETH', address: deposit, units }))
        expect([native.searchParams.get('value'), token.searchParams.get('uint256')]).toEqual([String(units), String(units)])
      }),
    )
  })

  test('serves as the QR text for ether, while USDC uses the plain address that every wallet understands', () => {
    const [ether, usdcRequest] = (['ETH', 'USDC_ETH'] as const).map((asset) => ({ asset, address: deposit, units: 7n }))
    expect(ether && rail.qrText(ether)).toBe(`ethereum:${deposit}@1?value=7`)
    expect(usdcRequest && rail.qrText(usdcRequest)).toBe(deposit)
  })

  test('rejects an asset of another chain', () => {
    expect(() => rail.paymentUri({ asset: 'USDC_POL', address: deposit, units: 7n })).toThrow('USDC_POL is not carried')
  })
})

const fees = { family: 'account', baseFeeWei: 10n, priorityFeeWei: 3n } as const
const limits = (maxFeePerGas: bigint) => ({ gasPrice: { maxFeePerGas, maxPriorityFeePerGas: 3n }, milliSatsPerVbyte: undefined })

test('a gas price above its cap, or without one, makes a payout wait', () => {
  const judged = [limits(13n), limits(12n), { ...limits(13n), gasPrice: undefined }].map((caps) => rail.judgeFee(fees, caps))
  expect(judged.map(({ isAboveCap }) => isAboveCap)).toEqual([false, true, true])
  expect(judged[0]?.reason).toBe('gas_above_cap')
})

describe('the forwarding cost', () => {
  test('equals gas at twice the base fee plus the tip, and never comes out of the deposit', () => {
    expect(rail.forwardCost(fees, { asset: 'ETH', deposits: 1 })).toEqual({ units: 90_000n * 23n, fromDeposit: false, leastUnits: 0n })
    expect(rail.forwardCost(fees, { asset: 'USDC_ETH', deposits: 1 })).toEqual({
      units: 105_000n * 23n,
      fromDeposit: false,
      leastUnits: 0n,
    })
  })

  test('decreases per deposit in a batch', () => {
    const [alone, batch] = [1, 50].map((deposits) => rail.forwardCost(fees, { asset: 'USDC_ETH', deposits }).units / BigInt(deposits))
    expect(batch).toBeLessThan(Number(alone))
  })

  test('requires a fee estimate in wei per gas', () => {
    const foreign = { family: 'utxo', milliSatsPerVbyte: 1n } as const
    expect(() => rail.forwardCost(foreign, { asset: 'ETH', deposits: 1 })).toThrow('wei per gas')
    expect(() => rail.judgeFee(foreign, limits(13n))).toThrow('wei per gas')
  })
})
