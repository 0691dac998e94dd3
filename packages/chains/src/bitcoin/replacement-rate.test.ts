import { defaultFeeCaps, feeCapUnits } from '@gateway/domain/custody/rules'
import { sumUnits } from '@gateway/domain/money/units'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { getBitcoinNetwork } from '../definitions/bitcoin.ts'
import { planForward } from './forward-plan.ts'
import { replacementRate } from './replacement-rate.ts'
import { networkFee } from './size.ts'
import { verifiedForward } from './test-forward.ts'

const network = getBitcoinNetwork('BTC', 'regtest')
const payeeAddress = 'bcrt1qdavt4j2sd7dlhqsavtnfxvzppw6k7qy97tmnu9'
const platformAddress = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'
const privateKey = new Uint8Array(32).fill(7)

describe('replacementRate', () => {
  const vsize = 141
  test('returns the current price where that is high enough', () => {
    expect(replacementRate({ vsize, earlier: [{ feeUnits: 282n, vsize }], milliSatsPerVbyte: 9_000n, relayIncrement: 1_000n })).toBe(9_000n)
  })

  test('returns the minimum rate of a replacement where the current price is lower', () => {
    const rate = replacementRate({ vsize, earlier: [{ feeUnits: 282n, vsize }], milliSatsPerVbyte: 1_000n, relayIncrement: 1_000n })
    expect(networkFee(vsize, rate)).toBe(282n + 141n)
  })

  test('exceeds the earlier rate even without a relay increment', () => {
    expect(
      networkFee(vsize, replacementRate({ vsize, earlier: [{ feeUnits: 282n, vsize }], milliSatsPerVbyte: 0n, relayIncrement: 0n })),
    ).toBeGreaterThan(282n)
  })

  test('exceeds the rate of an earlier transaction that turned out smaller', () => {
    const rate = replacementRate({ vsize, earlier: [{ feeUnits: 14_000n, vsize: 140 }], milliSatsPerVbyte: 1_000n, relayIncrement: 100n })
    expect(networkFee(vsize, rate)).toBeGreaterThan(14_100n)
  })
})

/** The amounts of the deposits, and the successive prices while their forward is unmined. */
const stories = fc.record({
  units: fc.array(fc.bigInt({ min: 20_000n, max: 10n ** 10n }), { minLength: 1, maxLength: 3 }),
  prices: fc.array(fc.bigInt({ min: 1_000n, max: 60_000n }), { minLength: 2, maxLength: 8 }),
  relayIncrement: fc.constantFrom(100n, 1_000n, 5_000n),
})

/** Signs a forward, and every replacement within the fee cap. */
function signAll({ units, prices, relayIncrement }: typeof stories extends fc.Arbitrary<infer Story> ? Story : never) {
  const inputs = units.map((amount, at) => ({ txId: `${at + 1}`.padStart(64, '0'), vout: 0, units: amount, privateKey }))
  const receivedUnits = sumUnits(inputs)
  const request = {
    network,
    receivedUnits,
    inputCount: inputs.length,
    payeeAddress,
    platformAddress,
    platformUnits: receivedUnits / 100n,
  }
  const cap = feeCapUnits(defaultFeeCaps.BTC, receivedUnits)
  const signed: ReturnType<typeof verifiedForward>[] = []
  for (const milliSatsPerVbyte of prices) {
    const free = planForward({ ...request, milliSatsPerVbyte: 0n })
    if (free.outcome === 'unforwardable') continue
    const price = { vsize: free.vsize, earlier: signed, milliSatsPerVbyte, relayIncrement }
    const rate = signed.length === 0 ? milliSatsPerVbyte : replacementRate(price)
    const plan = planForward({ ...request, milliSatsPerVbyte: rate })
    if (plan.outcome === 'planned' && plan.networkFeeUnits <= cap) signed.push(verifiedForward({ network, inputs, outputs: plan.outputs }))
  }
  return { signed, receivedUnits, cap }
}

test('replacements conflict with all earlier ones, pay more than each by their own relay cost, and stay within the cap, for any prices', () => {
  fc.assert(
    fc.property(stories, (story) => {
      const { signed, cap } = signAll(story)
      for (const [at, one] of signed.entries()) {
        expect(one.feeUnits).toBeLessThanOrEqual(cap)
        for (const earlier of signed.slice(0, at)) {
          expect(one.inputs).toEqual(earlier.inputs)
          expect(one.feeUnits - earlier.feeUnits).toBeGreaterThanOrEqual(networkFee(one.vsize, story.relayIncrement))
          expect(one.feeUnits * BigInt(earlier.vsize)).toBeGreaterThan(earlier.feeUnits * BigInt(one.vsize))
        }
      }
    }),
    { numRuns: 40 },
  )
})
