import { eventNames } from '@gateway/contract/events'
import type { DomainEventName } from '@gateway/domain/kernel/events'
import { testBusiness } from '@gateway/operations/test-business'
import { sampleEvent } from '@gateway/operations/webhooks/sample-event'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { COMPONENT_REF, type Components, type Schema } from './schemas.ts'
import { webhooksOf } from './webhooks.ts'

const components: Components = new Map()
const webhooks = webhooksOf(components)

/** What a receiver is told about the body of an event, as something to parse with. */
function describedBody(type: DomainEventName): z.ZodType {
  const { post } = webhooks[type] as { post: { requestBody: { content: { 'application/json': { schema: Schema } } } } }
  const schema = { ...post.requestBody.content['application/json'].schema, $defs: Object.fromEntries(components) }
  return z.fromJSONSchema(JSON.parse(JSON.stringify(schema).replaceAll(COMPONENT_REF, '#/$defs/')))
}

test.each(eventNames)('a test delivery of %s fits what is described, and so does the event without its mark', (type) => {
  const { test: mark, ...event } = JSON.parse(sampleEvent(type, { id: 'evt_test_1', business: testBusiness, at: testBusiness.createdAt }))
  const body = describedBody(type)
  expect(body.parse({ ...event, test: mark })).toEqual({ ...event, test: true })
  expect(body.parse(event)).toEqual(event)
  for (const undescribed of [{ test: false }, { more: 1 }]) expect(body.safeParse({ ...event, ...undescribed }).success).toBe(false)
})
