import { chainFacts } from '@gateway/domain/money/chain-facts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import vectors from '../../vectors/bitcoin-uris.json' with { type: 'json' }
import { planForward } from './forward-plan.ts'
import { createBitcoinRail } from './rail.ts'
import { getBitcoinNetwork } from '../definitions/bitcoin.ts'

const rail = createBitcoinRail({ chain: 'BTC', network: 'regtest' })
const fees = (milliSatsPerVbyte: bigint) => ({ family: 'utxo' as const, milliSatsPerVbyte })

test('createBitcoinRail describes its network, final depth and facts', () => {
  expect(rail).toMatchObject(chainFacts.BTC)
  expect(rail).toMatchObject({ chain: 'BTC', network: 'regtest', addressing: 'pool', assets: ['BTC'], finalDepth: 6, ringSize: 200 })
})

describe('a payment link', () => {
  test.each(vectors.requests)('follows BIP-21: $uri', ({ address, units, uri }) => {
    expect(rail.paymentUri({ asset: 'BTC', address, units: BigInt(units) })).toBe(uri)
    expect(rail.qrText({ asset: 'BTC', address, units: BigInt(units) })).toBe(uri)
  })

  test('names the payee in at most forty characters, each whole', () => {
    const linkOf = (label: string) => rail.paymentUri({ asset: 'BTC', address: 'bcrt1qx', units: 1n, label })
    expect(linkOf('Café & Söhne')).toBe('bitcoin:bcrt1qx?amount=0.00000001&label=Caf%C3%A9%20%26%20S%C3%B6hne')
    expect(linkOf('👩‍👩‍👧'.repeat(41))).toBe(linkOf('👩‍👩‍👧'.repeat(40)))
    expect(linkOf('')).toBe('bitcoin:bcrt1qx?amount=0.00000001')
  })

  test('includes the last satoshi and never uses an exponent', () => {
    expect(rail.paymentUri({ asset: 'BTC', address: 'bcrt1qx', units: 1n })).toBe('bitcoin:bcrt1qx?amount=0.00000001')
    expect(rail.paymentUri({ asset: 'BTC', address: 'bcrt1qx', units: 2_099_999_997_690_000n })).toBe(
      'bitcoin:bcrt1qx?amount=20999999.9769',
    )
  })
})

test('a fee rate above its cap, or without one, makes a payout wait', () => {
  const judged = [10n, 9n, undefined].map((milliSatsPerVbyte) => rail.judgeFee(fees(10n), { milliSatsPerVbyte, gasPrice: undefined }))
  expect(judged.map(({ isAboveCap }) => isAboveCap)).toEqual([false, true, true])
  expect(judged[0]?.reason).toBe('fee_rate_above_cap')
})

describe('the forwarding cost', () => {
  test('grows with the number of deposits and comes out of them', () => {
    expect(rail.forwardCost(fees(1_000n), { asset: 'BTC', deposits: 1 })).toEqual({ units: 165n, fromDeposit: true, leastUnits: 546n })
    expect(rail.forwardCost(fees(1_000n), { asset: 'BTC', deposits: 2 })).toEqual({ units: 233n, fromDeposit: true, leastUnits: 546n })
  })

  test('rounds up, so that the fee rate is reached', () => {
    expect(rail.forwardCost(fees(1_001n), { asset: 'BTC', deposits: 1 }).units).toBe(166n)
  })

  test('reaches at least that of a forward to any kind of merchant address', () => {
    const platformAddress = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
    const taproot = 'bc1p83n3au0rjylefxq2nc2xh2y4jzz4pm6zxj4mw5pagdjjr2a9f36s6jjnnu'
    const addresses = [platformAddress, taproot, '1FsSia9rv4NeEwvJ2GvXrX7LyxYspbN2mo', '36j4NfKv6Akva9amjWrLG6MuSQym1GuEmm']
    const inputs = fc.integer({ min: 1, max: 1_000 })
    fc.assert(
      fc.property(inputs, fc.constantFrom(...addresses), fc.bigInt(1_000n, 500_000n), (inputCount, payeeAddress, milliSatsPerVbyte) => {
        const request = {
          network: getBitcoinNetwork('BTC', 'mainnet'),
          receivedUnits: 10n ** 12n,
          inputCount,
          payeeAddress,
          platformAddress,
        }
        const plan = planForward({ ...request, platformUnits: 10n ** 10n, milliSatsPerVbyte })
        if (plan.outcome !== 'planned') throw new Error(plan.reason)
        const estimate = rail.forwardCost(fees(milliSatsPerVbyte), { asset: 'BTC', deposits: inputCount })
        expect(estimate.units).toBeGreaterThanOrEqual(plan.networkFeeUnits)
      }),
    )
  })

  test('rejects the fees of another chain family', () => {
    const foreign = { family: 'account', baseFeeWei: 1n, priorityFeeWei: 1n } as const
    expect(() => rail.forwardCost(foreign, { asset: 'BTC', deposits: 1 })).toThrow(TypeError)
    expect(() => rail.judgeFee(foreign, { milliSatsPerVbyte: 1n, gasPrice: undefined })).toThrow(TypeError)
  })
})
