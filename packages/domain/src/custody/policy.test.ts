import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { portion } from '../money/rounding.ts'
import type { Commit } from './intent.ts'
import type { PayoutFacts } from './policy-facts.ts'
import { judgeNetworkFee, judgePayout } from './policy.ts'
import { defaultFeeCaps } from './rules.ts'

const commit: Commit = {
  id: 'commit-1',
  subject: 'payment',
  subjectId: 'payment-1',
  chain: 'BTC',
  asset: 'BTC',
  address: 'deposit address',
  source: { kind: 'pool', generation: 0, idx: 7 },
  recipients: [
    { role: 'merchant', address: 'wallet' },
    { role: 'platform', address: 'fees' },
  ],
  feeBps: 100,
}

/** A payout that no rule objects to. */
const honest: PayoutFacts = {
  intent: {
    purpose: 'forward',
    ref: 'payment-1',
    chain: 'BTC',
    asset: 'BTC',
    units: 100_000n,
    excessUnits: 0n,
    feeUnits: 1_000n,
    businessId: 'shop',
    mode: 'live',
    state: 'planned',
  },
  pin: { state: 'valid', commit, businessId: 'shop', mode: 'live' },
  source: { attachedUnits: 100_000n, confirmedUnits: 100_000n, foreign: 0 },
  pausedBy: undefined,
  blockSpace: { isAboveCap: false, reason: 'fee_rate_above_cap' },
  round: undefined,
  network: { served: 'mainnet', sealed: 'mainnet' },
  velocity: {
    usdCents: 6_000n,
    hourCents: 0n,
    dayCents: 0n,
    bestHourCents: 0n,
    floors: { hourCents: 100_000_000n, dayCents: 500_000_000n },
  },
  approvals: 0,
}
const { intent, pin, velocity } = honest
/** A refund after its hold. */
const back = (is: { isUsable: boolean; isWithdrawn: boolean }): Partial<PayoutFacts> => {
  const payer: Commit = {
    ...commit,
    subject: 'refund',
    subjectId: 'return-1',
    recipients: [{ role: 'payer', address: 'his' }],
    feeBps: 0,
  }
  return {
    intent: { ...intent, purpose: 'payment_refund', ref: 'return-1', feeUnits: 0n },
    pin: { state: 'valid', commit: payer, businessId: 'shop', mode: 'live', back: is },
  }
}
const round: NonNullable<PayoutFacts['round']> = {
  units: 300n,
  costUnits: 100n,
  failedUnits: 0n,
  costMultiple: 3,
  isFurther: true,
  flushes: { today: 3, most: 4 },
}
const above = { velocity: { ...velocity, hourCents: 100_000_000n } }

describe('the policy', () => {
  test('allows a payout that no rule objects to', () => {
    expect(judgePayout(honest)).toEqual({ rule: 'all', outcome: 'allow', reason: '' })
    expect(judgePayout({ ...honest, ...back({ isUsable: true, isWithdrawn: false }) })).toMatchObject({ outcome: 'allow' })
  })

  test.each<[string, Partial<PayoutFacts>, [rule: string, outcome: string, reason: string]]>([
    ['refund before its hold is over', back({ isUsable: false, isWithdrawn: false }), ['P1', 'hold', 'not_usable_yet']],
    ['refund that was withdrawn', back({ isUsable: true, isWithdrawn: true }), ['P1', 'deny', 'return_was_withdrawn']],
    [
      'refund declared as a forward',
      { ...back({ isUsable: true, isWithdrawn: false }), intent },
      ['P1', 'deny', 'intent_differs_from_commit'],
    ],
    [
      'payout on another network than the seed was sealed for',
      { network: { served: 'testnet', sealed: 'mainnet' } },
      ['P7', 'deny', 'network_differs_from_seal'],
    ],
    ['payout whose terms are not pinned', { pin: undefined }, ['P1', 'hold', 'unpinned']],
    [
      'payout whose terms the signer refused',
      { pin: { ...(pin as object), state: 'refused' } as PayoutFacts['pin'] },
      ['P1', 'deny', 'pin_refused'],
    ],
    [
      'payout whose terms differ from the pin',
      { pin: { ...(pin as object), state: 'forged' } as PayoutFacts['pin'] },
      ['P1', 'deny', 'commit_differs_from_pin'],
    ],
    ['payout of another payment', { intent: { ...intent, ref: 'payment-2' } }, ['P1', 'deny', 'intent_differs_from_commit']],
    ['payout of another business', { intent: { ...intent, businessId: 'other' } }, ['P1', 'deny', 'intent_differs_from_commit']],
    ['payout of another mode', { intent: { ...intent, mode: 'test' } }, ['P1', 'deny', 'intent_differs_from_commit']],
    ['payout on another chain', { intent: { ...intent, chain: 'BCH' } }, ['P1', 'deny', 'intent_differs_from_commit']],
    ['payout with another fee', { intent: { ...intent, feeUnits: 1_001n } }, ['P1', 'deny', 'intent_differs_from_commit']],
    ['payout of deposits of another object', { source: { ...honest.source, foreign: 1 } }, ['P2', 'deny', 'deposits_of_another']],
    [
      'payout above its deposits',
      { source: { attachedUnits: 99_999n, confirmedUnits: 99_999n, foreign: 0 } },
      ['P2', 'deny', 'amount_differs_from_deposits'],
    ],
    [
      'payout whose deposits were reorganised away',
      { source: { ...honest.source, confirmedUnits: 0n } },
      ['P2', 'hold', 'deposits_do_not_match'],
    ],
    ['payout under a pause', { pausedBy: 'chain:BTC' }, ['P5', 'hold', 'paused:chain:BTC']],
    ['payout without a fee estimate', { blockSpace: undefined }, ['P6', 'hold', 'no_current_fee_estimate']],
    ['payout above the gas cap', { blockSpace: { isAboveCap: true, reason: 'gas_above_cap' } }, ['P6', 'hold', 'gas_above_cap']],
    ['round worth less than three times its cost', { round: { ...round, units: 299n } }, ['P6', 'hold', 'below_cost_of_forwarding']],
    [
      'round worth its cost, but not what earlier tries have cost',
      { round: { ...round, units: 300n, failedUnits: 1n } },
      ['P6', 'hold', 'below_cost_of_forwarding'],
    ],
    ['round without a known cost', { round: { ...round, costUnits: undefined } }, ['P6', 'hold', 'no_current_price']],
    [
      'round of an address flushed four times today',
      { round: { ...round, flushes: { today: 4, most: 4 } } },
      ['P6', 'hold', 'daily_flush_limit'],
    ],
    ['payout above the velocity caps', above, ['P4', 'hold', 'above_velocity_cap']],
    ['payout above the velocity caps with one approval', { ...above, approvals: 1 }, ['P4', 'hold', 'above_velocity_cap']],
    ['payout of a coin without a price', { velocity: { ...velocity, usdCents: undefined } }, ['P4', 'hold', 'no_price_for_cap']],
  ])('objects to a %s', (_what, change, [rule, outcome, reason]) => {
    expect(judgePayout({ ...honest, ...change })).toEqual({ rule, outcome, reason })
  })

  test("allows a round worth three times its cost, and a payment's own round for any number of flushes", () => {
    expect(judgePayout({ ...honest, round }).outcome).toBe('allow')
    expect(judgePayout({ ...honest, round: { ...round, isFurther: false, flushes: { today: 9, most: 4 } } }).outcome).toBe('allow')
    expect(judgePayout({ ...honest, round: { ...round, flushes: undefined } }).outcome).toBe('allow')
  })

  test('holds a round not worth its cost even when two operators release it', () => {
    expect(judgePayout({ ...honest, round: { ...round, units: 299n }, approvals: 2 }).outcome).toBe('hold')
  })

  test('allows a payout above the caps that two operators released, unless another rule objects', () => {
    expect(judgePayout({ ...honest, ...above, approvals: 2 }).outcome).toBe('allow')
    expect(judgePayout({ ...honest, ...above, approvals: 2, pin: undefined }).outcome).toBe('hold')
  })

  test('never lets more leave in an hour than the floor or three times the best hour', () => {
    const cents = fc.bigInt({ min: 0n, max: 10n ** 12n })
    fc.assert(
      fc.property(cents, cents, cents, (usdCents, hourCents, bestHourCents) => {
        const { outcome } = judgePayout({ ...honest, velocity: { ...velocity, usdCents, hourCents, dayCents: hourCents, bestHourCents } })
        const most = bestHourCents * 3n > 100_000_000n ? bestHourCents * 3n : 100_000_000n
        expect(outcome).toBe(hourCents + usdCents <= most ? 'allow' : 'hold')
      }),
    )
  })

  test('accepts exactly one fee for every amount', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 30n }), fc.bigInt({ min: -5n, max: 5n }), (units, more) => {
        const source = { attachedUnits: units, confirmedUnits: units, foreign: 0 }
        const asked = { ...intent, units, feeUnits: portion(units, commit.feeBps) + more }
        expect(judgePayout({ ...honest, intent: asked, source }).outcome).toBe(more === 0n ? 'allow' : 'deny')
      }),
    )
  })
})

test('a network fee is capped by its share of the deposit and the highest rate; a separately paid gas fee has no share cap', () => {
  const mostUnits = 10n ** 18n
  const cap = defaultFeeCaps.BTC
  expect(judgeNetworkFee({ cap, units: 1_000_000n, networkFeeUnits: 20_000n, mostUnits })).toBeUndefined()
  expect(judgeNetworkFee({ cap, units: 1_000_000n, networkFeeUnits: 20_001n, mostUnits })).toMatchObject({
    rule: 'P6',
    outcome: 'hold',
    reason: 'network_fee_above_cap',
  })
  expect(judgeNetworkFee({ cap, units: 1_000_000n, networkFeeUnits: 501n, mostUnits: 500n })).toMatchObject({
    rule: 'P6',
    outcome: 'hold',
    reason: 'fee_rate_above_cap',
  })
  expect(judgeNetworkFee({ cap: undefined, units: 1n, networkFeeUnits: 10n ** 18n, mostUnits })).toBeUndefined()
})
