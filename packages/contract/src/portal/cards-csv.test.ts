import { expect, test } from 'vitest'
import { sampleCard } from '../cards/sample.ts'
import { cardsCsvHead, presentCardLine } from './cards-csv.ts'

const id = '6f1c2f0e-7d5b-4c60-9d3c-0b9d2a6f6c11'
const business = { id, merchantId: id, mode: 'live' } as Parameters<typeof sampleCard>[1]['business']
const { payment } = sampleCard('card_payment_success', { id, business, at: new Date(0) })
const names = cardsCsvHead.replace('\ufeff', '').trim().split(',')

test.each([
  [0n, 0n, { amount_refunded: '0', amount_lost: '0', fee_amount: '0.25', merchant_amount: '24.75' }],
  [500n, 1_000n, { amount_refunded: '5', amount_lost: '10', fee_amount: '0.1', merchant_amount: '9.9' }],
  [0n, 2_500n, { amount_refunded: '0', amount_lost: '25', fee_amount: '0', merchant_amount: '0' }],
])(
  'of a charge of 25, less %d cents refunded and %d lost in disputes, the parts of a line are the whole',
  (refundedMinor, lostMinor, parts) => {
    const values = presentCardLine({ payment: { ...payment, refundedMinor, lostMinor, metadata: {} }, escrowState: 'funded' })
      .trim()
      .split(',')
    const line = Object.fromEntries(names.map((name, at) => [name, values[at]]))
    expect(line).toMatchObject({ amount_captured: '25', ...parts })
  },
)
