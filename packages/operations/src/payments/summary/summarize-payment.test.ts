import { holdEndings } from '@gateway/domain/custody/hold-reasons'
import { paymentStates } from '@gateway/domain/payments/machine'
import { describe, expect, test } from 'vitest'
import { holdPhrase } from './hold-phrases.ts'
import { type SummaryFacts, summarizePayment } from './summarize-payment.ts'

const payment: SummaryFacts['payment'] = {
  state: 'pending',
  asset: 'BTC',
  dueUnits: 41_667n,
  receivedUnits: 0n,
  refundedUnits: 0n,
  expiresAt: new Date('2026-10-01T12:15:00.000Z'),
  confirmationsRequired: 2,
  forwardTxId: null,
  businessName: 'Blue Bottle Books',
}
const since = new Date('2026-10-01T12:20:59.000Z')
const told = (changes: Partial<SummaryFacts['payment']>, facts: Partial<SummaryFacts> = {}) =>
  summarizePayment({
    confirmations: 0,
    waiting: [],
    movements: { deposits: [], payouts: [] },
    tokens: [],
    wrongChain: [],
    now: new Date('2026-10-01T12:00:00.000Z'),
    ...facts,
    payment: { ...payment, ...changes },
  })

interface Moved extends Partial<Omit<SummaryFacts['movements']['deposits'][number], 'intentId'>> {
  readonly units: bigint
  readonly payout?: Omit<SummaryFacts['movements']['payouts'][number], 'id'>
}

/** Deposits, mined unless said otherwise, each with the payout that takes it. */
const moved = (...deposits: readonly Moved[]): SummaryFacts['movements'] => ({
  deposits: deposits.map(({ payout, ...deposit }, at) => ({
    asset: 'BTC',
    state: 'included',
    intentId: payout ? `p${at}` : null,
    ...deposit,
  })),
  payouts: deposits.flatMap(({ payout }, at) => (payout ? [{ id: `p${at}`, ...payout }] : [])),
})

const after = { now: new Date('2026-10-01T12:30:00.000Z') }
const half = { receivedUnits: 20_833n }
const whole = { receivedUnits: 41_667n }
const BEGIN = 'This payment of 0.00041667 BTC to Blue Bottle Books'

describe('the two sentences about a payment', () => {
  test('tell of a pending one the received and the missing amount, and when its window ends', () => {
    expect(told({})).toEqual([
      `${BEGIN} is pending: nothing has arrived, and its window ends at 2026-10-01 12:15 UTC.`,
      'No money is held.',
    ])
    expect(told(half)).toEqual([
      `${BEGIN} is pending: 0.00020833 BTC has arrived, 0.00020834 BTC is missing, and its window ends at 2026-10-01 12:15 UTC.`,
      'What arrived is at the deposit address, and waits for the rest or for the end of the window.',
    ])
    expect(told({}, after)[0]).toContain('its window ended at 2026-10-01 12:15 UTC')
  })

  test('count of a detected one its confirmations', () => {
    expect(told({ ...whole, state: 'detected' }, { confirmations: 1 })).toEqual([
      `${BEGIN} is detected: 0.00041667 BTC has arrived, with 1 of 2 confirmations.`,
      'What arrived is at the deposit address, and waits for confirmations.',
    ])
  })

  test('tell of a paid one how far its payout is', () => {
    const waiting = [{ asset: 'BTC', units: 41_667n, reason: 'paused:asset:BTC', since }] as const
    expect(told({ ...whole, state: 'confirmed' }, { waiting })).toEqual([
      `${BEGIN} is confirmed: 0.00041667 BTC has arrived, and no payout of it is signed yet.`,
      '0.00041667 BTC waits since 2026-10-01 12:20 UTC, because payouts of asset:BTC are paused.',
    ])
    expect(told({ ...whole, state: 'forwarding', forwardTxId: 'f00d' })).toEqual([
      `${BEGIN} is being forwarded: 0.00041667 BTC has arrived, and its payout f00d is signed and not final yet.`,
      'What arrived is on its way to the merchant.',
    ])
    expect(told({ ...whole, state: 'forwarded', forwardTxId: 'f00d' })).toEqual([
      `${BEGIN} is forwarded: 0.00041667 BTC has arrived, and its payout f00d is final.`,
      'No money is held.',
    ])
  })

  test('name no missing amount of one that was accepted although less arrived', () => {
    expect(told({ ...half, state: 'confirmed' })[0]).toBe(
      `${BEGIN} is confirmed: 0.00020833 BTC has arrived, and no payout of it is signed yet.`,
    )
  })

  test('tell of an expired one why its money waits', () => {
    const waiting = [{ asset: 'BTC', units: 20_833n, reason: 'underpaid', since }] as const
    expect(told({ ...half, state: 'expired' }, { ...after, waiting })).toEqual([
      `${BEGIN} is expired: 0.00020833 BTC has arrived, 0.00020834 BTC is missing, and its window ended at 2026-10-01 12:15 UTC.`,
      '0.00020833 BTC waits since 2026-10-01 12:20 UTC, because less arrived than is due.',
    ])
  })

  test('tell of a failed one that nothing completes it, and what went back', () => {
    const movements = moved({ units: 41_667n, payout: { purpose: 'payment_refund', state: 'final' } })
    expect(told({ ...whole, state: 'failed', refundedUnits: 41_667n }, { movements })).toEqual([
      `${BEGIN} has failed for good: 0.00041667 BTC has arrived, and no deposit completes it any more; 0.00041667 BTC went back to the payer.`,
      'No money is held: 0.00041667 BTC went back to the payer.',
    ])
  })

  test.each(['expired', 'failed'] as const)('tell of one that is %s where its money is when none of it waits', (state) => {
    const moneyOf = (...deposits: readonly Moved[]) => told({ ...whole, state }, { movements: moved(...deposits) })[1]
    const forwarded = { purpose: 'forward', state: 'final' } as const
    expect(moneyOf({ units: 1_000n, payout: forwarded }, { units: 500n, payout: forwarded })).toBe(
      'No money is held: 0.000015 BTC went to the merchant, less the fee.',
    )
    expect(
      moneyOf(
        { units: 1_000n, payout: forwarded },
        { asset: 'ETH', units: 10n ** 18n, payout: { purpose: 'payment_refund', state: 'final' } },
      ),
    ).toBe('No money is held: 0.00001 BTC went to the merchant, less the fee, and 1 ETH went back to the payer.')
    expect(moneyOf({ units: 1_000n, payout: { purpose: 'payment_refund', state: 'signed' } })).toBe(
      '0.00001 BTC is on its way to the payer.',
    )
    expect(moneyOf({ units: 1_000n, payout: { purpose: 'forward', state: 'signed' } }, { units: 2_000n, payout: forwarded })).toBe(
      '0.00001 BTC is on its way to the merchant, and 0.00002 BTC went to the merchant, less the fee.',
    )
    expect(moneyOf({ units: 1_000n, state: 'seen' })).toBe('0.00001 BTC is in no block yet.')
    expect(moneyOf({ units: 1_000n, state: 'gone' })).toBe('No money is held.')
    const another = moved({ asset: 'ETH', units: 10n ** 18n, payout: { purpose: 'forward', state: 'signed' } })
    expect(told({ state }, { movements: another })[1]).toBe('1 ETH is on its way to the merchant.')
  })

  test('name each held asset, and the first three unsupported tokens', () => {
    const waiting = [
      { asset: 'USDC_ETH', units: 25_000_000n, reason: 'wrong_asset', since },
      { asset: 'ETH', units: 10n ** 12n, reason: 'below_cost_of_forwarding', since },
    ] as const
    const [, money] = told({ asset: 'ETH' }, { waiting, tokens: ['0xa', '0xb', '0xc', '0xd', '0xe'] })
    expect(money).toBe(
      "25 USDC_ETH waits since 2026-10-01 12:20 UTC, because it is another asset than the payment's; " +
        '0.000001 ETH waits since 2026-10-01 12:20 UTC, because sending it costs too much for its amount; ' +
        'tokens that the gateway does not support are at the address: 0xa, 0xb, 0xc and 2 more.',
    )
  })

  test('a payment has two sentences in every state', () => {
    for (const state of paymentStates)
      for (const received of [0n, 20_833n])
        expect(told({ state, receivedUnits: received }).map((sentence) => sentence.at(-1))).toEqual(['.', '.'])
  })
})

describe('holdPhrase', () => {
  test('holdPhrase has words for every reason of a payout that waits', () => {
    const reasons = Object.keys(holdEndings).filter((reason) => reason !== 'paused')
    expect(reasons.filter((reason) => holdPhrase(reason) === `of ${reason}`)).toEqual([])
  })

  test.each([
    ['paused:global', 'payouts of everything are paused'],
    ['paused:chain:ETH', 'payouts of chain:ETH are paused'],
    ['gas_payer_short: 0xabc needs 1.5 ETH', 'the gas payer cannot cover the gas: 0xabc needs 1.5 ETH'],
    ['offered_back_until 2026-10-08 12:00', 'the payer was offered it back, and can claim it until 2026-10-08 12:00 UTC'],
    ['goes_back_from 2026-10-03 12:00 to bc1q', 'the payer claimed it back, and it leaves for bc1q at 2026-10-03 12:00 UTC'],
    ['return_waits: below_cost_of_forwarding, to bc1q', 'its refund to bc1q waits: sending it costs too much for its amount'],
    ['return_waits: paused:asset:BTC, to bc1q', 'its refund to bc1q waits: payouts of asset:BTC are paused'],
    ['something_new', 'of something_new'],
  ])('says of %s that %s', (reason, phrase) => expect(holdPhrase(reason)).toBe(phrase))
})
