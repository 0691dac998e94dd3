import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { defaultFeeCaps, defaultForwarding, type FeeCap, feeCapUnits, isLongCapped, isWorthSending, leavesPayableUnits } from './rules.ts'

const bitcoin: FeeCap = { shareBps: 200, floorUnits: 1_000n }

describe('feeCapUnits', () => {
  test('allows a network two percent, or the floor of the asset where that is more', () => {
    expect([0n, 49_999n, 50_000n, 50_049n, 50_050n, 1_000_000n].map((units) => feeCapUnits(bitcoin, units))).toEqual([
      1_000n,
      1_000n,
      1_000n,
      1_000n,
      1_001n,
      20_000n,
    ])
  })

  test('never falls below the floor, never exceeds both bounds, and grows with the amount', () => {
    const units = fc.bigInt({ min: 0n, max: 10n ** 30n })
    const cap = fc.record({ shareBps: fc.integer({ min: 0, max: 10_000 }), floorUnits: fc.bigInt({ min: 0n, max: 10n ** 12n }) })
    fc.assert(
      fc.property(cap, units, units, (terms, amount, more) => {
        const allowed = feeCapUnits(terms, amount)
        expect(allowed >= terms.floorUnits && allowed * 10_000n > amount * BigInt(terms.shareBps) - 10_000n).toBe(true)
        expect(allowed === terms.floorUnits || allowed * 10_000n <= amount * BigInt(terms.shareBps)).toBe(true)
        expect(feeCapUnits(terms, amount + more) >= allowed).toBe(true)
      }),
    )
  })

  test('applies only to assets whose transaction takes its fee from the deposit', () => {
    const cap = { shareBps: 200, floorUnits: 3_000n }
    expect(defaultFeeCaps).toEqual({ BTC: cap, BCH: cap, SOL: { ...cap, floorUnits: 5_000n } })
  })
})

test('isLongCapped reports a payout held by a fee cap for a day, and no other reason', () => {
  const since = new Date('2026-10-01T12:00:00.000Z')
  const after = (ms: number) => new Date(since.getTime() + ms)
  const DAY_MS = 24 * 60 * 60_000
  expect([DAY_MS - 1, DAY_MS].map((ms) => isLongCapped({ reason: 'gas_above_cap', since }, after(ms)))).toEqual([false, true])
  expect(isLongCapped({ reason: 'paused:global', since }, after(10 * DAY_MS))).toBe(false)
})

describe('a round of forwarding', () => {
  const units = fc.bigInt({ min: 0n, max: 10n ** 30n })

  test('leaves by default when worth three times its network cost, at most four times a day per address', () => {
    expect(defaultForwarding).toEqual({ costMultiple: 3, flushesPerDay: 4 })
  })

  test('costs at most its share of the amount, and rounds worth it separately are worth it together', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ units, costUnits: units }), { minLength: 1 }),
        fc.integer({ min: 1, max: 100 }),
        (rounds, multiple) => {
          const leaving = rounds.filter((round) => isWorthSending(round, multiple))
          const sum = (name: 'units' | 'costUnits') => leaving.reduce((all, round) => all + round[name], 0n)
          expect(sum('costUnits') * BigInt(multiple) <= sum('units')).toBe(true)
          expect(isWorthSending({ units: sum('units'), costUnits: sum('costUnits') }, multiple)).toBe(true)
        },
      ),
    )
  })

  test('leaves a payable amount where the network fee comes from the deposit', () => {
    const cost = { units: 300n, fromDeposit: true, leastUnits: 546n }
    expect([1_845n, 1_846n].map((received) => leavesPayableUnits({ units: received, feeUnits: 1_000n, cost }))).toEqual([false, true])
    expect(leavesPayableUnits({ units: 1n, feeUnits: 1n, cost: { ...cost, fromDeposit: false } })).toBe(true)
  })
})
