import { eventNames } from '@gateway/contract/events'
import type { DomainEventName } from '@gateway/domain/kernel/events'
import { testBusiness } from '@gateway/operations/testing/test-business'
import { sampleEvent } from '@gateway/operations/webhooks/sample-event'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { COMPONENT_REF, type Components, type Schema } from './schemas.ts'
import { webhooksOf } from './webhooks.ts'

type Json = Readonly<Record<string, unknown>>

/** The status of a payment after each event (wire contract 13.4). */
const statusAfter: Readonly<Record<string, string>> = {
  'payment.created': 'pending',
  'payment.pending': 'detected',
  'payment.confirming': 'detected',
  'payment.completed': 'confirmed',
  'payment.confirmed': 'confirmed',
  'payment.forwarding': 'forwarding',
  'payment.forwarded': 'forwarded',
  'payment.expired': 'expired',
  'payment.failed': 'failed',
  // The status is unchanged: a late deposit was refunded.
  'payment.refunded': 'expired',
  'payment.updated': 'pending',
}
/** Duplicate members in the data of a payment event (wire contract 13.2). */
const copies = [
  ['received_amount', 'amount_received'],
  ['merchant_tx_hash', 'forward_tx_hash'],
  ['platform_fee', 'fee_amount'],
  ['amount_crypto', 'crypto_amount'],
] as const

const components: Components = new Map()
const webhooks = webhooksOf(components)

function describedContent(type: DomainEventName): { readonly schema: Schema; readonly example: Json & { readonly data: Json } } {
  const { post } = webhooks[type] as { post: { requestBody: { content: { 'application/json': ReturnType<typeof describedContent> } } } }
  return post.requestBody.content['application/json']
}

/** A parser of the described body of an event. */
function describedBody(type: DomainEventName): z.ZodType {
  const schema = { ...describedContent(type).schema, $defs: Object.fromEntries(components) }
  return z.fromJSONSchema(JSON.parse(JSON.stringify(schema).replaceAll(COMPONENT_REF, '#/$defs/')))
}

test.each(eventNames)('the webhook test of %s matches the description, with and without its test mark', (type) => {
  const { test: mark, ...event } = JSON.parse(sampleEvent(type, { id: 'evt_test_1', business: testBusiness, at: testBusiness.createdAt }))
  const body = describedBody(type)
  expect(body.parse({ ...event, test: mark })).toEqual({ ...event, test: true })
  expect(body.parse(event)).toEqual(event)
  for (const undescribed of [{ test: false }, { more: 1 }]) expect(body.safeParse({ ...event, ...undescribed }).success).toBe(false)
})

test.each(eventNames)('the example of %s is a valid event of the gateway', (type) => {
  const { example } = describedContent(type)
  expect(describedBody(type).parse(example)).toEqual(example)
  expect(example).not.toHaveProperty('test')
  expect(String(example['id'])).not.toMatch(/^evt_test_/)
})

describe.each(eventNames.filter((type) => type.startsWith('payment.')))('the example of %s', (type) => {
  const { data, payment_id } = describedContent(type).example
  const payment = data['payment'] as Json

  test('shows a payment in the status after the event', () => {
    expect(data['status']).toBe(statusAfter[type])
    expect(data['confirmed_at'] === null).toBe(!['confirmed', 'forwarding', 'forwarded'].includes(String(data['status'])))
    expect(data['previous_status'] === null).toBe(type === 'payment.created')
  })

  test('repeats equal values in all duplicate members', () => {
    for (const [copy, original] of copies) expect([copy, data[copy]]).toEqual([copy, data[original]])
    expect([data['payment_id'], payment['id']]).toEqual([payment_id, payment_id])
    const both = Object.keys(payment).filter((member) => member in data)
    expect(both).toContain('amount_received')
    expect(both.map((member) => [member, data[member]])).toEqual(both.map((member) => [member, payment[member]]))
  })
})

test('the examples of an object’s events are numbered in their order', () => {
  const life = ['payment.created', 'payment.pending', 'payment.confirming', 'payment.completed', 'payment.confirmed', 'payment.forwarding']
  const sequenceOf = (type: DomainEventName) => describedContent(type).example['sequence']
  expect([...life, 'payment.forwarded'].map((type) => sequenceOf(type as DomainEventName))).toEqual([1, 2, 3, 4, 5, 6, 7])
  expect([sequenceOf('business.created'), sequenceOf('business.updated')]).toEqual([1, 2])
})
