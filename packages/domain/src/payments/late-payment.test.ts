import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Deposit } from '../chainwatch/deposit.ts'
import { sumUnits } from '../money/units.ts'
import { admissible, heldAccountOf, isRateKept, isVerdictStale, lateQuestion, type Overdue, withInheritedArrivals } from './late-payment.ts'
import { defaultRules } from './payment-rules.ts'
import { isSufficient } from './rules.ts'

const EXPIRED_AT = Date.UTC(2026, 9, 1)
const { keptBps, lateWindowMs } = defaultRules
const expired = (terms: Partial<Overdue> = {}): Overdue => ({
  state: 'expired',
  dueUnits: 100_000n,
  toleranceUnits: 1n,
  expiresAt: new Date(EXPIRED_AT),
  lateVerdict: null,
  acceptedAt: null,
  returningUnits: 0n,
  rules: defaultRules,
  ...terms,
})
const came = (units: bigint, afterMs: number): Deposit => ({
  id: `BTC:${units}:${afterMs}`,
  chain: 'BTC',
  txId: 'tx',
  asset: 'BTC',
  units,
  state: 'seen',
  height: null,
  arrivedAt: new Date(EXPIRED_AT + afterMs),
  inheritedArrival: null,
  replaced: false,
  reorged: false,
  dead: false,
})

describe('isRateKept', () => {
  const price = (digits: bigint, scale = 0) => ({ digits, scale })

  test('accepts an arrival rate down to 98 % of the locked one', () => {
    expect(isRateKept(keptBps, price(60_000n), price(58_800n))).toBe(true)
    expect(isRateKept(keptBps, price(60_000n), price(5_879_999n, 2))).toBe(false)
    expect(isRateKept(keptBps, price(1n), price(98n, 2))).toBe(true)
    expect(isRateKept(keptBps, price(100n, 2), price(979_999n, 6))).toBe(false)
  })

  test("accepts down to the payment's promised share, and every rate where none was promised", () => {
    expect([9_000, 9_001].map((promised) => isRateKept(promised, price(60_000n), price(54_000n)))).toEqual([true, false])
    expect(isRateKept(0, price(60_000n), price(1n, 9))).toBe(true)
  })

  test('ignores the number of digits', () => {
    const rates = fc.tuple(fc.bigInt({ min: 1n, max: 10n ** 12n }), fc.bigInt({ min: 1n, max: 10n ** 12n }), fc.nat(9), fc.nat(9))
    fc.assert(
      fc.property(rates, ([locked, arrival, more, further]) => {
        const plain = isRateKept(keptBps, price(locked, 4), price(arrival, 4))
        const longer = isRateKept(
          keptBps,
          price(locked * 10n ** BigInt(more), 4 + more),
          price(arrival * 10n ** BigInt(further), 4 + further),
        )
        expect(longer).toBe(plain)
        expect(plain).toBe(arrival * 100n >= locked * 98n)
      }),
    )
  })
})

const comesBack = (payment: Overdue, live: readonly Deposit[]): boolean => isSufficient(payment, sumUnits(admissible(payment, live)))

describe('late money', () => {
  const whole = [came(100_000n, 1)]
  const last = lateWindowMs - 1

  test.each([
    { title: 'needs a rate verdict when sufficient', payment: expired(), live: whole, answer: 'rate' },
    {
      title: 'needs a rate verdict until the late window ends after thirty days',
      payment: expired(),
      live: [came(100_000n, last)],
      answer: 'rate',
    },
    { title: 'is too late after the late window', payment: expired(), live: [came(100_000n, last + 1)], answer: 'too_late' },
    {
      title: 'needs no verdict when the deposits of the window suffice',
      payment: expired(),
      live: [came(99_999n, -1), came(1n, 1)],
      answer: undefined,
    },
    { title: 'adds to the deposits of the window', payment: expired(), live: [came(60_000n, -1), came(40_000n, 1)], answer: 'rate' },
    { title: 'needs no verdict while insufficient', payment: expired(), live: [came(99_998n, 1)], answer: undefined },
    { title: 'gets one verdict only', payment: expired({ lateVerdict: 'poor' }), live: whole, answer: undefined },
    {
      title: 'needs no verdict after the merchant’s acceptance',
      payment: expired({ acceptedAt: new Date() }),
      live: whole,
      answer: undefined,
    },
    { title: 'needs a verdict for a detected payment too', payment: expired({ state: 'detected' }), live: whole, answer: 'rate' },
    { title: 'needs no verdict while the payment is pending', payment: expired({ state: 'pending' }), live: whole, answer: undefined },
  ])('$title', ({ payment, live, answer }) => {
    expect(lateQuestion(payment, live)).toBe(answer)
  })

  test.each([
    { title: 'revives its payment at a good rate', payment: expired({ lateVerdict: 'good' }), live: whole, answer: true },
    { title: 'need not arrive when the deposits of the window suffice', payment: expired(), live: [came(100_000n, -1)], answer: true },
    {
      title: 'at a poor rate does not block a payment whose window deposits suffice',
      payment: expired({ lateVerdict: 'poor' }),
      live: [came(100_000n, -1), came(100_000n, 1)],
      answer: true,
    },
    {
      title: 'leaves a payment expired that is being refunded',
      payment: expired({ returningUnits: 1n }),
      live: [came(100_000n, -1)],
      answer: false,
    },
    { title: 'leaves its payment expired at a poor rate', payment: expired({ lateVerdict: 'poor' }), live: whole, answer: false },
    { title: 'leaves its payment expired before the verdict', payment: expired(), live: whole, answer: false },
    { title: 'leaves its payment expired when it vanishes', payment: expired({ lateVerdict: 'good' }), live: [], answer: false },
    {
      title: 'leaves its payment expired when it arrives after the late window',
      payment: expired({ lateVerdict: 'good' }),
      live: [came(100_000n, last + 1)],
      answer: false,
    },
    {
      title: 'revives its payment at any rate and time after the merchant’s acceptance',
      payment: expired({ acceptedAt: new Date() }),
      live: [came(100_000n, last + 1)],
      answer: true,
    },
    {
      title: 'need not arrive once the merchant accepts the received part',
      payment: expired({ acceptedAt: new Date(), toleranceUnits: 70_000n }),
      live: [came(30_000n, -1)],
      answer: true,
    },
  ])('$title', ({ payment, live, answer }) => {
    expect(comesBack(payment, live)).toBe(answer)
  })
})

describe('isVerdictStale', () => {
  const judged = expired({ lateVerdict: 'good' })
  const at = (afterMs: number) => new Date(EXPIRED_AT + afterMs)

  test('reports a verdict as stale once only other deposits make the amount sufficient', () => {
    expect(isVerdictStale(judged, [came(100_000n, 1)], at(1))).toBe(false)
    expect(isVerdictStale(judged, [came(100_000n, 1), came(5n, 9)], at(1))).toBe(false)
    expect(isVerdictStale(judged, [came(100_000n, 9)], at(1))).toBe(true)
    expect(isVerdictStale(judged, [], at(1))).toBe(false)
  })

  test('never reports a verdict as stale for a completed or accepted payment', () => {
    for (const terms of [{ state: 'confirmed' }, { acceptedAt: at(2) }] as const)
      expect(isVerdictStale({ ...judged, ...terms }, [came(100_000n, 9)], at(1))).toBe(false)
  })
})

describe('a replacement deposit', () => {
  const replaced = { ...came(100_000n, -5), state: 'gone' } as const
  const arrivals = (deposits: readonly Deposit[]) =>
    withInheritedArrivals(expired(), deposits).map(({ arrivedAt }) => arrivedAt.getTime() - EXPIRED_AT)
  const replacing = (units: bigint) => ({ ...came(units, 20), inheritedArrival: replaced.arrivedAt })

  test('inherits the arrival of the replaced deposit when that locked the rate', () => {
    expect(arrivals([replaced, replacing(100_000n)])).toEqual([-5, -5])
  })

  test('keeps its own arrival when the replaced deposit was too small', () => {
    expect(arrivals([{ ...replaced, units: 600n }, replacing(100_000n)])).toEqual([-5, 20])
  })

  test('keeps an earlier arrival of its own', () => {
    expect(arrivals([replaced, { ...came(100_000n, -9), inheritedArrival: replaced.arrivedAt }])).toEqual([-5, -9])
  })
})

describe('a payment with a late window of its own', () => {
  const rules = { ...defaultRules, lateWindowMs: 1_000 }
  const payment = expired({ rules, lateVerdict: 'good' })

  test('revives until its late window ends, and no longer', () => {
    expect([999, 1_000].map((after) => comesBack(payment, [came(100_000n, after)]))).toEqual([true, false])
    expect([999, 1_000].map((after) => lateQuestion(expired({ rules }), [came(100_000n, after)]))).toEqual(['rate', 'too_late'])
    expect([999, 1_000].map((after) => heldAccountOf({ ...payment, asset: 'BTC' }, came(1n, after)))).toEqual([
      'payment:held',
      'suspense:late',
    ])
  })

  test('never revives by itself when its late window is zero', () => {
    expect(lateQuestion(expired({ rules: { ...defaultRules, lateWindowMs: 0 } }), [came(100_000n, 0)])).toBe('too_late')
  })
})

describe('heldAccountOf', () => {
  const asked = { state: 'forwarded', asset: 'BTC', expiresAt: new Date(EXPIRED_AT), rules: defaultRules } as const

  test.each([
    { title: 'books a deposit with its payment', payment: asked, deposit: came(1n, lateWindowMs), account: 'payment:held' },
    {
      title: 'books a deposit with an expired payment for thirty days',
      payment: expired(),
      deposit: came(1n, lateWindowMs - 1),
      account: 'payment:held',
    },
    {
      title: 'books a deposit to suspense after the late window',
      payment: expired(),
      deposit: came(1n, lateWindowMs),
      account: 'suspense:late',
    },
    {
      title: 'books a late deposit of a failed payment to suspense',
      payment: { ...asked, state: 'failed' as const },
      deposit: came(1n, lateWindowMs),
      account: 'suspense:late',
    },
    {
      title: 'books a deposit of another asset to suspense',
      payment: asked,
      deposit: { ...came(1n, -1), asset: null },
      account: 'suspense:wrong_asset',
    },
  ])('$title', ({ payment, deposit, account }) => {
    expect(heldAccountOf({ ...asked, ...payment }, deposit)).toBe(account)
  })
})
