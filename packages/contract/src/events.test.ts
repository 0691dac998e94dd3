import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { eventNames, isDelivered, presentEvent, webhookEvents } from './events.ts'
import { parseJson } from './wire/json.ts'
import { MetadataObject } from './wire/metadata/metadata.ts'

const object = { type: 'payment', id: 'p', businessId: 'b', mode: 'live' } as const
const facts = { id: 'evt_1', type: 'payment.completed', object, sequence: 4, at: new Date('2026-10-01T12:00:00.000Z') } as const

describe('isDelivered', () => {
  test.each(eventNames.filter((name) => webhookEvents[name].delivery === 'default'))('always delivers %s', (name) => {
    expect(isDelivered(name, [])).toBe(true)
  })

  test.each(eventNames.filter((name) => webhookEvents[name].delivery === 'opt-in'))('delivers %s to subscribed businesses only', (name) => {
    expect([isDelivered(name, []), isDelivered(name, [name]), isDelivered(name, ['*']), isDelivered(name, ['payment.created'])]).toEqual([
      false,
      true,
      true,
      false,
    ])
  })
})

describe('presentEvent', () => {
  test('writes the envelope in order, with a payment id for payment events only', () => {
    expect(presentEvent({ ...facts, data: { status: 'confirmed' } })).toBe(
      '{"id":"evt_1","type":"payment.completed","event_type":"payment.completed","payment_id":"p","business_id":"b","created_at":"2026-10-01T12:00:00.000Z","sequence":4,"api_version":"2026-10-01","livemode":true,"data":{"status":"confirmed"}}',
    )
    const business = presentEvent({ ...facts, type: 'business.updated', object: { ...object, type: 'business', mode: 'test' }, data: {} })
    expect(JSON.parse(business)).toMatchObject({ livemode: false })
    expect(business).not.toContain('payment_id')
  })

  test('writes canonical JSON: parsing and serialising it again gives the same bytes', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 3 }), (text) => {
        const read = MetadataObject.safeParse(parseJson(`{"m":${text}}`))
        if (!read.success) return
        const body = presentEvent({ ...facts, data: { metadata: read.data } })
        expect(JSON.stringify(JSON.parse(body))).toBe(body)
      }),
    )
  })
})
