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

describe('the rate at which late money came', () => {
  const price = (digits: bigint, scale = 0) => ({ digits, scale })

  test('is good enough down to 98 % of the locked one, whatever their digits', () => {
    expect(isRateKept(keptBps, price(60_000n), price(58_800n))).toBe(true)
    expect(isRateKept(keptBps, price(60_000n), price(5_879_999n, 2))).toBe(false)
    expect(isRateKept(keptBps, price(1n), price(98n, 2))).toBe(true)
    expect(isRateKept(keptBps, price(100n, 2), price(979_999n, 6))).toBe(false)
  })

  test('is good enough down to whatever share a payment was promised, and always where none was', () => {
    expect([9_000, 9_001].map((promised) => isRateKept(promised, price(60_000n), price(54_000n)))).toEqual([true, false])
    expect(isRateKept(0, price(60_000n), price(1n, 9))).toBe(true)
  })

  test('does not depend on how its digits are written', () => {
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

describe('money that comes after the window', () => {
  const whole = [came(100_000n, 1)]
  const last = lateWindowMs - 1

  test.each([
    { title: 'asks for the rate when there is enough of it', payment: expired(), live: whole, answer: 'rate' },
    { title: 'asks for it up to thirty days later', payment: expired(), live: [came(100_000n, last)], answer: 'rate' },
    { title: 'came too late after that', payment: expired(), live: [came(100_000n, last + 1)], answer: 'too_late' },
    {
      title: 'asks nothing when what came in time is enough without it',
      payment: expired(),
      live: [came(99_999n, -1), came(1n, 1)],
      answer: undefined,
    },
    { title: 'counts with what came in time', payment: expired(), live: [came(60_000n, -1), came(40_000n, 1)], answer: 'rate' },
    { title: 'waits while it is not enough', payment: expired(), live: [came(99_998n, 1)], answer: undefined },
    { title: 'asks nothing twice', payment: expired({ lateVerdict: 'poor' }), live: whole, answer: undefined },
    { title: 'asks nothing once the merchant has accepted', payment: expired({ acceptedAt: new Date() }), live: whole, answer: undefined },
    { title: 'asks for it in a detected payment too', payment: expired({ state: 'detected' }), live: whole, answer: 'rate' },
    { title: 'asks nothing while the payment is open', payment: expired({ state: 'pending' }), live: whole, answer: undefined },
  ])('$title', ({ payment, live, answer }) => {
    expect(lateQuestion(payment, live)).toBe(answer)
  })

  test.each([
    { title: 'brings its payment back at a good rate', payment: expired({ lateVerdict: 'good' }), live: whole, answer: true },
    { title: 'is not needed for that when enough had come in time', payment: expired(), live: [came(100_000n, -1)], answer: true },
    {
      title: 'does not keep away a payment for which enough had come in time',
      payment: expired({ lateVerdict: 'poor' }),
      live: [came(100_000n, -1), came(100_000n, 1)],
      answer: true,
    },
    {
      title: 'does not bring back what was paid in time and is on its way to the payer',
      payment: expired({ returningUnits: 1n }),
      live: [came(100_000n, -1)],
      answer: false,
    },
    { title: 'does not at a poor one', payment: expired({ lateVerdict: 'poor' }), live: whole, answer: false },
    { title: 'does not before the rate is known', payment: expired(), live: whole, answer: false },
    { title: 'does not when it is taken away again', payment: expired({ lateVerdict: 'good' }), live: [], answer: false },
    {
      title: 'does not when only what came too late makes it enough',
      payment: expired({ lateVerdict: 'good' }),
      live: [came(100_000n, last + 1)],
      answer: false,
    },
    {
      title: 'does at any rate and any time once the merchant accepts',
      payment: expired({ acceptedAt: new Date() }),
      live: [came(100_000n, last + 1)],
      answer: true,
    },
    {
      title: 'does once the missing part is forgiven',
      payment: expired({ acceptedAt: new Date(), toleranceUnits: 70_000n }),
      live: [came(30_000n, -1)],
      answer: true,
    },
  ])('$title', ({ payment, live, answer }) => {
    expect(comesBack(payment, live)).toBe(answer)
  })
})

describe('a verdict about late money', () => {
  const judged = expired({ lateVerdict: 'good' })
  const at = (afterMs: number) => new Date(EXPIRED_AT + afterMs)

  test('is stale once only other money makes it enough, and not before', () => {
    expect(isVerdictStale(judged, [came(100_000n, 1)], at(1))).toBe(false)
    expect(isVerdictStale(judged, [came(100_000n, 1), came(5n, 9)], at(1))).toBe(false)
    expect(isVerdictStale(judged, [came(100_000n, 9)], at(1))).toBe(true)
    expect(isVerdictStale(judged, [], at(1))).toBe(false)
  })

  test('is never stale for a payment that is complete or accepted', () => {
    for (const terms of [{ state: 'confirmed' }, { acceptedAt: at(2) }] as const)
      expect(isVerdictStale({ ...judged, ...terms }, [came(100_000n, 9)], at(1))).toBe(false)
  })
})

describe('a replacement', () => {
  const replaced = { ...came(100_000n, -5), state: 'gone' } as const
  const arrivals = (deposits: readonly Deposit[]) =>
    withInheritedArrivals(expired(), deposits).map(({ arrivedAt }) => arrivedAt.getTime() - EXPIRED_AT)
  const replacing = (units: bigint) => ({ ...came(units, 20), inheritedArrival: replaced.arrivedAt })

  test('has the arrival of what it replaces when enough was shown within the window', () => {
    expect(arrivals([replaced, replacing(100_000n)])).toEqual([-5, -5])
  })

  test('has its own when too little was', () => {
    expect(arrivals([{ ...replaced, units: 600n }, replacing(100_000n)])).toEqual([-5, 20])
  })

  test('in a block that says it was earlier keeps the earlier arrival', () => {
    expect(arrivals([replaced, { ...came(100_000n, -9), inheritedArrival: replaced.arrivedAt }])).toEqual([-5, -9])
  })
})

describe('a payment with a late window of its own', () => {
  const rules = { ...defaultRules, lateWindowMs: 1_000 }
  const payment = expired({ rules, lateVerdict: 'good' })

  test('comes back until that is over, and no longer', () => {
    expect([999, 1_000].map((after) => comesBack(payment, [came(100_000n, after)]))).toEqual([true, false])
    expect([999, 1_000].map((after) => lateQuestion(expired({ rules }), [came(100_000n, after)]))).toEqual(['rate', 'too_late'])
    expect([999, 1_000].map((after) => heldAccountOf({ ...payment, asset: 'BTC' }, came(1n, after)))).toEqual([
      'payment:held',
      'suspense:late',
    ])
  })

  test('never comes back by itself without one', () => {
    expect(lateQuestion(expired({ rules: { ...defaultRules, lateWindowMs: 0 } }), [came(100_000n, 0)])).toBe('too_late')
  })
})

describe('a deposit is booked', () => {
  const asked = { state: 'forwarded', asset: 'BTC', expiresAt: new Date(EXPIRED_AT), rules: defaultRules } as const

  test.each([
    { title: 'with its payment', payment: asked, deposit: came(1n, lateWindowMs), account: 'payment:held' },
    {
      title: 'with an expired payment for thirty days',
      payment: expired(),
      deposit: came(1n, lateWindowMs - 1),
      account: 'payment:held',
    },
    { title: 'in suspense afterwards', payment: expired(), deposit: came(1n, lateWindowMs), account: 'suspense:late' },
    {
      title: 'there for a failed payment too',
      payment: { ...asked, state: 'failed' as const },
      deposit: came(1n, lateWindowMs),
      account: 'suspense:late',
    },
    {
      title: 'in suspense when it is another asset',
      payment: asked,
      deposit: { ...came(1n, -1), asset: null },
      account: 'suspense:wrong_asset',
    },
  ])('$title', ({ payment, deposit, account }) => {
    expect(heldAccountOf({ ...asked, ...payment }, deposit)).toBe(account)
  })
})
