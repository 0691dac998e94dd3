import { eventNames, webhookEvents } from '@gateway/contract/events'
import { PaymentChangeView } from '@gateway/contract/payments'
import { subjects } from '@gateway/contract/rooms'
import { expect, test } from 'vitest'
import { testBusiness } from '../testing/test-business.ts'
import { sampleEvent } from './sample-event.ts'

const sampleOf = (type: (typeof eventNames)[number]) =>
  sampleEvent(type, { id: 'evt_test_1', business: testBusiness, at: testBusiness.createdAt })
const statusOf = (type: (typeof eventNames)[number]) => PaymentChangeView.parse(JSON.parse(sampleOf(type)).data)

test.each(eventNames)('a sample of %s has every member of the real one, in canonical form', (type) => {
  const body = sampleOf(type)
  const sample = JSON.parse(body) as Readonly<Record<string, unknown>> // Our own body.
  expect(sample).toMatchObject({ id: 'evt_test_1', type, test: true, business_id: 'b' })
  expect(subjects[webhookEvents[type].subject].schemaOf(type).strict().parse(sample['data'])).toEqual(sample['data'])
  expect(JSON.stringify(sample)).toBe(body)
})

test('a sample has the state of its event, and its split adds up', () => {
  expect(statusOf('payment.created')).toMatchObject({
    status: 'pending',
    previous_status: null,
    amount_received: '0',
    tx_hash: null,
  })
  expect(statusOf('payment.completed')).toMatchObject({ status: 'confirmed', previous_status: 'detected', forward_tx_hash: null })
  expect(statusOf('payment.forwarded')).toMatchObject({ status: 'forwarded', confirmations: 1 })
  expect(statusOf('payment.refunded').amount_refunded).toBe(statusOf('payment.refunded').amount_received)
  const { amount_received, fee_amount, merchant_amount, network_fee } = statusOf('payment.forwarded')
  expect([fee_amount, merchant_amount, network_fee].reduce((sum, share) => sum + Number(share), 0)).toBeCloseTo(Number(amount_received), 8)
})
