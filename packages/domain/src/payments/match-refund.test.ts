import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { matchRefund, type OpenRefund, type RefundArrival, restOf } from './match-refund.ts'

const NOON = Date.UTC(2026, 9, 1, 12)
const second = (number: number) => new Date(NOON + number * 1_000)

const refund = (id: string, given: Partial<OpenRefund> = {}): OpenRefund => ({
  id,
  asset: 'BTC',
  units: 10_000n,
  countedUnits: 0n,
  asks: false,
  namedAt: second(0),
  startHeight: 100,
  ...given,
})

const arrival = (units: bigint, given: Partial<RefundArrival> = {}): RefundArrival => ({
  asset: 'BTC',
  units,
  height: 101,
  at: second(10),
  ...given,
})

const first = { refundId: 'first' }

describe('a transfer to the address of one refund', () => {
  test.each([
    ['the whole amount', 10_000n, first],
    ['a part', 2_500n, first],
    ['more than the amount', 90_000n, first],
    ['one percent', 100n, first],
    ['less than one percent', 99n, 'ignored'],
    ['nothing', 0n, 'ignored'],
  ] as const)('of %s', (_, units, match) => {
    expect(matchRefund([refund('first')], arrival(units))).toEqual(match)
  })

  test('counts as its exact rest, however small', () => {
    const nearly = refund('first', { countedUnits: 9_999n })
    expect(matchRefund([nearly], arrival(1n))).toEqual(first)
    expect(matchRefund([nearly], arrival(2n))).toBe('ignored')
  })

  test('asks in a block that is older than the naming, by its time or by its height', () => {
    expect(matchRefund([refund('first')], arrival(10_000n, { at: second(-1) }))).toBe('asks')
    expect(matchRefund([refund('first')], arrival(10_000n, { height: 100 }))).toBe('asks')
    expect(matchRefund([refund('first')], arrival(99n, { at: second(-1) }))).toBe('ignored')
  })

  test('counts in a block of the second in which the address was named', () => {
    const named = refund('first', { namedAt: new Date(NOON + 999) })
    expect(matchRefund([named], arrival(10_000n, { at: second(0) }))).toEqual(first)
    expect(matchRefund([named], arrival(10_000n, { at: second(-1) }))).toBe('asks')
  })

  test('asks once a reorg reached back before the naming', () => {
    expect(matchRefund([refund('first', { asks: true })], arrival(10_000n))).toBe('asks')
    expect(matchRefund([refund('first', { asks: true })], arrival(99n))).toBe('ignored')
  })

  test('is nobody’s in another asset', () => {
    expect(matchRefund([refund('first', { asset: 'USDC_ETH' })], arrival(10_000n, { asset: 'ETH' }))).toBe('ignored')
  })
})

describe('a transfer to an address that refunds share', () => {
  const older = refund('first', { units: 10_000n })
  const newer = refund('second', { units: 4_000n, namedAt: second(1) })

  test('counts for the refund of its exact rest, the oldest first', () => {
    expect(matchRefund([newer, older], arrival(10_000n))).toEqual(first)
    expect(matchRefund([newer, older], arrival(4_000n))).toEqual({ refundId: 'second' })
    expect(matchRefund([newer, { ...older, countedUnits: 6_000n }], arrival(4_000n))).toEqual(first)
  })

  test('orders refunds of one moment by their ids', () => {
    const twin = { ...older, id: 'second' }
    expect(matchRefund([twin, older], arrival(10_000n))).toEqual(first)
  })

  test('asks with any other amount, but for dust of every one of them', () => {
    expect(matchRefund([older, newer], arrival(5_000n))).toBe('asks')
    expect(matchRefund([older, newer], arrival(40n))).toBe('asks')
    expect(matchRefund([older, newer], arrival(39n))).toBe('ignored')
  })

  test('counts for the only one that was named before its block', () => {
    expect(matchRefund([older, { ...newer, namedAt: second(11) }], arrival(5_000n))).toEqual(first)
  })

  test('asks when the oldest that it pays exactly asks, and never counts for the next', () => {
    expect(
      matchRefund(
        [
          { ...older, asks: true },
          { ...older, id: 'second', namedAt: second(1) },
        ],
        arrival(10_000n),
      ),
    ).toBe('asks')
  })
})

describe('any transfers in any order', () => {
  const drawnRefund = fc.record({
    units: fc.bigInt({ min: 1n, max: 50_000n }),
    namedAt: fc.integer({ min: 0, max: 20 }).map(second),
    startHeight: fc.integer({ min: 98, max: 103 }),
    asks: fc.boolean(),
    asset: fc.constantFrom('ETH' as const, 'USDC_ETH' as const),
  })
  const drawnArrival = fc.record({
    units: fc.bigInt({ min: 0n, max: 60_000n }),
    height: fc.integer({ min: 97, max: 106 }),
    at: fc.integer({ min: -5, max: 30 }).map(second),
    asset: fc.constantFrom('ETH' as const, 'USDC_ETH' as const),
  })

  test('count only for a refund of their asset that was named before their block and does not ask', () => {
    fc.assert(
      fc.property(fc.array(drawnRefund, { maxLength: 4 }), fc.array(drawnArrival, { maxLength: 8 }), (drawn, arrivals) => {
        const counted = drawn.map(() => 0n)
        for (const one of arrivals) {
          const open = drawn.map((terms, at) => ({ ...terms, id: String(at), countedUnits: counted[at] ?? 0n }))
          const match = matchRefund(open, one)
          if (typeof match === 'string') continue
          const at = Number(match.refundId)
          const taken = open[at]
          expect(taken).toMatchObject({ asset: one.asset, asks: false })
          expect(taken && taken.startHeight < one.height && taken.namedAt <= one.at).toBe(true)
          expect(taken && (one.units * 100n >= taken.units || one.units === restOf(taken))).toBe(true)
          counted[at] = (counted[at] ?? 0n) + one.units
        }
      }),
    )
  })

  test('match alike in any order of the refunds', () => {
    fc.assert(
      fc.property(fc.array(drawnRefund, { maxLength: 4 }), drawnArrival, (drawn, one) => {
        const open = drawn.map((terms, at) => ({ ...terms, id: String(at), countedUnits: 0n }))
        expect(matchRefund(open.toReversed(), one)).toEqual(matchRefund(open, one))
      }),
    )
  })
})
