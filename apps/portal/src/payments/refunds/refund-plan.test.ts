import { describe, expect, test } from 'vitest'
import { planRefund, type RefundChoice, type RefundFacts, surplusOf } from './refund-plan.ts'

const payment: RefundFacts['payment'] = {
  amount: 25,
  currency: 'USD',
  blockchain: 'BTC',
  crypto_amount: '0.00041667',
  amount_received: '0.00041667',
  status: 'forwarded',
}
const facts: RefundFacts = { payment, rate: { rate: '60000', spread_percent: 0 }, leftUnits: 41_667n, current: '50000' }
const rest: RefundChoice = { part: 'rest', unit: 'fiat', typed: '', rate: 'payment' }
const part = (typed: string, more: Partial<RefundChoice> = {}): RefundChoice => ({ ...rest, part: 'part', typed, ...more })

describe('everything that is left', () => {
  test('is asked for without an amount, and is worth the amount of the payment', () => {
    expect(planRefund(facts, rest)).toEqual({ units: 41_667n, fiatMinor: 2_500n, request: {} })
  })

  test('is refused once nothing is left', () => {
    expect(planRefund({ ...facts, leftUnits: 0n }, rest)).toEqual({ problem: 'is less than the smallest unit of the coin' })
  })
})

describe('a part in the currency', () => {
  test('becomes coin at the rate of the payment, rounded down', () => {
    expect(planRefund(facts, part('5'))).toEqual({ units: 8_333n, fiatMinor: 500n, request: { amount: '5', rate: 'payment' } })
  })

  test('becomes more coin at a current rate that is lower', () => {
    expect(planRefund(facts, part('5,00', { rate: 'current' }))).toEqual({
      units: 10_000n,
      fiatMinor: 500n,
      request: { amount: '5', rate: 'current' },
    })
  })

  test('waits for a current rate that is not known', () => {
    expect(planRefund({ ...facts, current: undefined }, part('5', { rate: 'current' }))).toEqual({
      problem: 'The current rate is not known yet',
    })
  })

  test('is refused when it is more coin than is left, whatever the rate', () => {
    const problem = 'is more than is left to refund'
    expect(planRefund(facts, part('25.01'))).toEqual({ problem })
    expect(planRefund(facts, part('25', { rate: 'current' }))).toEqual({ problem })
  })

  test.each(['', 'five', '5.001', '-5', '1.234,50'])('is refused when it is no amount: %j', (typed) => {
    expect(planRefund(facts, part(typed))).toMatchObject({ problem: typed === '' ? 'Is required' : 'Must be an amount such as 12.50' })
  })
})

describe('a part in the coin', () => {
  test('is taken as it was typed, to the last unit', () => {
    expect(planRefund(facts, part('0,0002', { unit: 'coin' }))).toEqual({
      units: 20_000n,
      fiatMinor: 1_200n,
      request: { amountCrypto: '0.0002' },
    })
  })

  test('is refused with more digits than the coin has', () => {
    expect(planRefund(facts, part('0.000000001', { unit: 'coin' }))).toMatchObject({ problem: expect.stringContaining('8 digits') })
  })
})

describe('an overpayment', () => {
  const overpaid = { ...facts, payment: { ...payment, amount_received: '0.0005' }, leftUnits: 50_000n }

  test('goes back exactly', () => {
    expect(planRefund(overpaid, { ...rest, part: 'surplus' })).toEqual({
      units: 8_333n,
      fiatMinor: 499n,
      request: { amountCrypto: '0.00008333' },
    })
  })

  test('is at most what is left of the payment, and nothing where no more arrived than was asked for', () => {
    expect(surplusOf({ ...overpaid, leftUnits: 5_000n })).toBe(5_000n)
    expect(surplusOf(facts)).toBe(0n)
  })
})
