import { describe, expect, test } from 'vitest'
import { askedOf, isCancellable, openUnitsOf, type Refund, stateOf } from './refund.ts'

type Transfer = Refund['transfers'][number]

const refund = (more: Partial<Refund>): Refund => ({
  id: 'r1',
  payment_id: 'p1',
  paid_by: 'merchant',
  amount: 12.5,
  currency: 'USD',
  rate: 'payment',
  blockchain: 'BTC',
  amount_crypto: '0.0002',
  amount_paid: '0',
  address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
  status: 'paying',
  refund_url: null,
  pay_url: null,
  tx_hashes: [],
  transfers: [],
  named_transactions: [],
  reason: null,
  payable_from: null,
  expires_at: '2026-12-13T12:00:00.000Z',
  created_at: '2026-11-29T12:00:00.000Z',
  payment_uri: null,
  qr_text: null,
  ...more,
})
const transfer = (amount: string, more: Partial<Transfer> = {}): Transfer => ({
  tx_hash: 'aa',
  amount,
  status: 'included',
  counted: true,
  ...more,
})

describe('what is still to be paid of a refund', () => {
  test('is less by transfers that are not final, and not by those that a reorganisation took or that count for none', () => {
    const transfers = [transfer('0.00005'), transfer('0.00001', { status: 'gone' }), transfer('0.00003', { counted: false })]
    expect(openUnitsOf(refund({ transfers }))).toBe(15_000n)
  })

  test('is nothing when more was paid than it asks for', () => {
    expect(openUnitsOf(refund({ transfers: [transfer('0.0003')] }))).toBe(0n)
  })
})

describe('the state of a refund', () => {
  test('says that its merchant still has to pay while a part is missing, and that it is confirming afterwards', () => {
    expect(stateOf(refund({ transfers: [transfer('0.0001')] }))).toEqual(['underpaid', 'Partly paid'])
    expect(stateOf(refund({ transfers: [transfer('0.0002')] }))).toEqual(['detected', 'Confirming'])
  })

  test('of held money says that the gateway has sent it', () => {
    expect(stateOf(refund({ paid_by: 'gateway' }))).toEqual(['forwarding', 'On its way'])
  })
})

test('transfers that count for none are asked about until a reorganisation takes them', () => {
  const transfers = [transfer('0.0001'), transfer('0.0002', { counted: false }), transfer('0.0003', { counted: false, status: 'gone' })]
  expect(askedOf(refund({ transfers })).map(({ amount }) => amount)).toEqual(['0.0002'])
})

describe('a refund can be cancelled', () => {
  test.each([
    ['while its customer names no address', { status: 'offered' }, true],
    ['when what has arrived is final', { transfers: [transfer('0.0001', { status: 'final' })] }, true],
    ['not while a transfer can still change', { transfers: [transfer('0.0001')] }, false],
    ['not once it is complete', { status: 'refunded' }, false],
    ['not here when the gateway pays it', { status: 'offered', paid_by: 'gateway' }, false],
  ] as const)('%s', (_when, more, isOne) => {
    expect(isCancellable(refund(more as Partial<Refund>))).toBe(isOne)
  })
})
