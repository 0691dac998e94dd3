import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { paymentOutcome } from './payment-outcome.ts'

const preimage = '11'.repeat(32)
const paymentHash = createHash('sha256').update(Buffer.from(preimage, 'hex')).digest('hex')
const message = {
  payment_hash: paymentHash,
  status: 'SUCCEEDED',
  failure_reason: 'FAILURE_REASON_NONE',
  payment_preimage: preimage,
  value_msat: '1001',
  fee_msat: '7',
  creation_time_ns: '1764000000000000000',
  htlcs: [
    { status: 'FAILED', resolve_time_ns: '1764000009000000000' },
    { status: 'SUCCEEDED', resolve_time_ns: '1764000002000000000' },
  ],
}
const outcome = (changes: object) => paymentOutcome({ ...message, ...changes }, paymentHash)

test('a payment that succeeded is settled, whatever reason stands beside its status', () => {
  for (const failure_reason of ['FAILURE_REASON_NONE', 'FAILURE_REASON_TIMEOUT', ''])
    expect(outcome({ failure_reason })).toEqual({
      kind: 'settled',
      preimage,
      amountMsat: 1_001n,
      feeMsat: 7n,
      settledAt: new Date(1_764_000_002_000),
    })
})

test('a payment in flight with a reason is not failed yet', () => {
  for (const status of ['IN_FLIGHT', 'INITIATED'])
    expect(outcome({ status, failure_reason: 'FAILURE_REASON_INCORRECT_PAYMENT_DETAILS', payment_preimage: '' })).toEqual({
      kind: 'in_flight',
    })
})

test('a payment with status FAILED is failed, with the moment of its record, and its reason is kept for operators', () => {
  expect(outcome({ status: 'FAILED', failure_reason: 'FAILURE_REASON_NO_ROUTE', payment_preimage: '' })).toEqual({
    kind: 'failed',
    reason: 'FAILURE_REASON_NO_ROUTE',
    createdAt: new Date(1_764_000_000_000),
  })
})

test.each([
  ['a preimage of another hash', { payment_preimage: '22'.repeat(32) }],
  ['no preimage', { payment_preimage: '' }],
  ['another payment hash', { payment_hash: '33'.repeat(32) }],
  ['a status that nobody knows', { status: 'UNKNOWN' }],
  ['no amount', { value_msat: undefined }],
])('an answer with %s proves nothing', (_, changes) => {
  expect(outcome(changes)).toMatchObject({ kind: 'unknown' })
})
