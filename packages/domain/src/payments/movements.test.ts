import { describe, expect, test } from 'vitest'
import { depositStatus, type KnownDeposit, type KnownPayout, movementsText, payoutStatus, resolutionOf } from './movements.ts'

const payment = { asset: 'BTC', state: 'pending', returningUnits: 0n, receivedUnits: 0n, exceptions: [] } as const
const deposit: KnownDeposit = {
  id: 'BTC:t:0',
  chain: 'BTC',
  txId: 't',
  asset: 'BTC',
  token: null,
  units: 5n,
  state: 'included',
  height: 7,
  arrivedAt: new Date(0),
  inheritedArrival: null,
  replaced: false,
  reorged: false,
  dead: false,
  creditRevision: 0,
  intentId: null,
  isFlushed: false,
}
const forward: KnownPayout = {
  id: 'i',
  purpose: 'forward',
  leg: 0,
  asset: 'BTC',
  units: 5n,
  merchantUnits: 4n,
  feeUnits: 1n,
  networkFeeUnits: 0n,
  state: 'planned',
  reason: null,
  txId: null,
  createdAt: new Date(0),
}
const refund = { ...forward, purpose: 'payment_refund' } as const

describe('the status of a deposit', () => {
  test.each([
    ['orphaned', 'it has left the chain', {}, { state: 'gone' }, undefined],
    ['seen', 'it is in the mempool', {}, { state: 'seen', creditRevision: null }, undefined],
    ['seen', 'it lacks confirmations', {}, { creditRevision: null }, undefined],
    ['confirmed', 'its payment may still complete', {}, {}, undefined],
    ['confirmed', 'it is forwarded', { state: 'failed' }, {}, forward],
    ['held', 'its payment has expired', { state: 'expired' }, {}, undefined],
    ['held', 'its payment has failed', { state: 'failed' }, {}, undefined],
    ['held', 'a refund was planned before it', { state: 'pending', returningUnits: 1n }, {}, undefined],
    ['held', 'it is another asset', {}, { asset: 'ETH' }, undefined],
    ['held', 'its token is unsupported', {}, { asset: null, creditRevision: null }, undefined],
    ['confirmed', 'its unsupported token was flushed', {}, { asset: null, creditRevision: null, isFlushed: true }, undefined],
    ['held', 'its refund is under way', { state: 'expired' }, {}, refund],
    ['returned', 'its refund is final', { state: 'expired' }, {}, { ...refund, state: 'final' }],
  ] as const)('a deposit is %s when %s', (...row) => {
    const [status, , owner, changes, payout] = row
    expect(depositStatus({ ...payment, ...owner }, { ...deposit, ...changes }, payout)).toBe(status)
  })
})

test.each([
  ['waiting', 'planned', null],
  ['waiting', 'held', null],
  ['waiting', 'signed', null],
  ['sent', 'broadcast', 'tx'],
  ['sent', 'held', 'tx'],
  ['final', 'final', 'tx'],
] as const)('a payout is %s while %s with the transaction %s', (status, state, txId) => {
  expect(payoutStatus({ ...forward, state, txId })).toBe(status)
})

describe('what a merchant can see of the movements', () => {
  const seen = { deposits: [{ ...deposit, state: 'seen', height: null, creditRevision: null }], payouts: [] } as const
  const paid = { ...payment, state: 'confirmed', receivedUnits: 5n } as const
  const text = movementsText(paid, { deposits: [deposit], payouts: [] })

  test('A merchant sees no movements while nothing has moved', () => {
    expect(movementsText(payment, { deposits: [], payouts: [] })).toBe('')
  })

  test('stays the same while a deposit confirms and the payment is forwarded, which its status tells', () => {
    expect(movementsText({ ...payment, receivedUnits: 5n }, seen)).toBe(text)
    expect(movementsText(paid, { deposits: [{ ...deposit, intentId: 'i' }], payouts: [forward] })).toBe(text)
    expect(movementsText({ ...paid, state: 'forwarded' }, { deposits: [deposit], payouts: [{ ...forward, state: 'final' }] })).toBe(text)
  })

  test.each([
    ['a further deposit', paid, { deposits: [deposit, { ...deposit, id: 'BTC:t:1' }], payouts: [] }],
    ['another amount', paid, { deposits: [{ ...deposit, units: 6n }], payouts: [] }],
    ['an exception', { ...paid, exceptions: ['late'] as const }, { deposits: [deposit], payouts: [] }],
    ['an orphaned deposit', paid, { deposits: [{ ...deposit, state: 'gone' as const }], payouts: [] }],
    ['held funds', { ...paid, state: 'expired' as const }, { deposits: [deposit], payouts: [] }],
    ['a flushed token', paid, { deposits: [deposit, { ...deposit, id: 'ETH:t:1', asset: null, isFlushed: true }], payouts: [] }],
    ['a refund', paid, { deposits: [deposit], payouts: [refund] }],
    ['a further round', paid, { deposits: [deposit], payouts: [forward, { ...forward, id: 'j', leg: 1 }] }],
    ['a forward of another asset', paid, { deposits: [deposit], payouts: [{ ...forward, asset: 'ETH' as const }] }],
    ['a forward of a payment that is not paid', { ...paid, state: 'failed' as const }, { deposits: [deposit], payouts: [forward] }],
  ])('changes with %s', (_what, owner, movements) => {
    expect(movementsText(owner, movements)).not.toBe(text)
  })

  const stands = [
    { state: 'planned', txId: null, reason: null },
    { state: 'held', txId: null, reason: 'paused' },
    { state: 'held', txId: null, reason: 'gas_above_cap' },
    { state: 'broadcast', txId: 'tx', reason: null },
    { state: 'held', txId: 'tx', reason: 'transaction_reverted' },
    { state: 'final', txId: 'tx', reason: null },
  ] as const

  test('changes whenever a refund waits for another reason, is sent or is final', () => {
    const texts = stands.map((stand) => movementsText(paid, { deposits: [deposit], payouts: [{ ...refund, ...stand }] }))
    expect(new Set(texts).size).toBe(stands.length)
  })

  test('stays the same while a refund that waits is signed', () => {
    const [planned, signed] = (['planned', 'signed'] as const).map((state) =>
      movementsText(paid, { deposits: [deposit], payouts: [{ ...refund, state }] }),
    )
    expect(signed).toBe(planned)
  })

  test('tells of the forward that the status tells of only for what reason it waits', () => {
    const texts = stands.map((stand) => movementsText(paid, { deposits: [deposit], payouts: [{ ...forward, ...stand }] }))
    expect(texts.filter((told) => told === text)).toHaveLength(3)
    expect(new Set(texts).size).toBe(4)
  })
})

test.each([
  ['paid', 10n, false],
  ['paid', 11n, false],
  ['tolerance', 9n, false],
  ['accepted', 9n, true],
  ['accepted', 10n, true],
] as const)('a payment of 10 is good as %s with %s, accepted: %s', (resolution, receivedUnits, wasAccepted) => {
  expect(resolutionOf({ receivedUnits, dueUnits: 10n }, wasAccepted)).toBe(resolution)
})
