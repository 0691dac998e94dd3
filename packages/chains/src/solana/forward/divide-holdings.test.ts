import { sumUnits } from '@gateway/domain/money/units'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { divideHoldings } from './divide-holdings.ts'

const amounts = fc.array(fc.bigInt({ min: 0n, max: 1_000n }), { minLength: 1, maxLength: 5 })

describe('divideHoldings', () => {
  test('pays two legs out of one account', () => {
    const legs = [
      { address: 'merchant', units: 99n },
      { address: 'platform', units: 1n },
    ]
    expect(divideHoldings([{ account: 'a', units: 100n }], legs)).toEqual([
      { from: 'a', leg: 0, units: 99n },
      { from: 'a', leg: 1, units: 1n },
    ])
  })

  test('empties every account and fills every leg', () => {
    fc.assert(
      fc.property(amounts, fc.bigInt({ min: 0n, max: 5_000n }), (held, cut) => {
        const holdings = held.map((units, at) => ({ account: `account ${at}`, units }))
        const total = sumUnits(holdings)
        const fee = cut > total ? total : cut
        const legs = [
          { address: 'merchant', units: total - fee },
          { address: 'platform', units: fee },
        ]
        const parts = divideHoldings(holdings, legs)
        for (const { account, units } of holdings) expect(sumUnits(parts.filter(({ from }) => from === account))).toBe(units)
        for (const [at, { units }] of legs.entries()) expect(sumUnits(parts.filter(({ leg }) => leg === at))).toBe(units)
        expect(parts.every(({ units }) => units > 0n)).toBe(true)
        expect(parts.length).toBeLessThanOrEqual(holdings.length + legs.length - 1)
      }),
    )
  })
})
