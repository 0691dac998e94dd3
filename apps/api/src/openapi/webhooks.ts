import { eventNames, webhookEvents } from '@gateway/contract/events'
import { subjects } from '@gateway/contract/rooms'
import { Id } from '@gateway/contract/wire/id'
import { Livemode } from '@gateway/contract/wire/mode'
import { Time } from '@gateway/contract/wire/time'
import { INTERFACE_VERSION } from '@gateway/contract/wire/version'
import type { DomainEventName } from '@gateway/domain/kernel/events'
import { z } from 'zod'
import { EXAMPLE_EVENT_ID, exampleEvent } from './example-event.ts'
import { closedObject, type Components, outputMembers, type Schema } from './schemas.ts'

/** What every event has beside its name and its object. */
export const EventMembers = z
  .object({
    id: z
      .string()
      .meta({ description: 'The id is the same in every attempt: skip an event whose id you have processed.', example: EXAMPLE_EVENT_ID }),
    business_id: Id,
    created_at: Time,
    sequence: z.int().meta({ description: 'Events are numbered from 1 for each object.', example: 4 }),
    api_version: z.literal(INTERFACE_VERSION),
    livemode: Livemode,
    test: z.literal(true).optional().meta({ description: 'It is present on webhook tests only.' }),
  })
  .meta({ id: 'EventMembers', description: 'What every event has beside its name and its object.' })
const enveloped = (type: DomainEventName) => EventMembers.extend({ type: z.literal(type), event_type: z.literal(type) })

/** The body of an event: what all have, and its object. */
function bodyOf(type: DomainEventName) {
  const { subject } = webhookEvents[type]
  return enveloped(type).extend({ ...(subject === 'payment' && { payment_id: Id }), data: subjects[subject].schemaOf(type) })
}

/** The webhooks part of the description, one entry per event. */
export const webhooksOf = (components: Components): Readonly<Record<string, Schema>> =>
  Object.fromEntries(eventNames.map((type) => [type, { post: deliveryOf(type, components) }]))

function deliveryOf(type: DomainEventName, components: Components): Schema {
  const { delivery, description, since } = webhookEvents[type]
  const members = outputMembers(bodyOf(type), components)
  const when = delivery === 'default' ? 'Always delivered.' : 'Delivered when `webhook_events` names it.'
  return {
    operationId: `webhook_${type.replaceAll('.', '_')}`,
    tags: ['webhooks'],
    summary: type,
    description: `${description} ${when} Since ${since}.`,
    security: [],
    parameters: signatures,
    requestBody: {
      required: true,
      content: { 'application/json': { schema: closedObject(members), example: exampleEvent(type) } },
    },
    responses: {
      200: { description: 'Any 2xx: delivered.' },
      410: { description: 'Switches the endpoint off.' },
      default: { description: 'Any other answer is retried, for about 75 hours.' },
    },
  }
}

const header = (name: string, description: string, example: string): Schema => ({
  name,
  in: 'header',
  required: true,
  description,
  example,
  schema: { type: 'string' },
})

const signatures: readonly Schema[] = [
  header('x-service-signature', 'HMAC-SHA256 of `<t>.<raw body>` under the whole secret text.', `t=1790856000,v1=${'0'.repeat(64)}`),
  header('x-service-event', 'Name of the event.', 'payment.completed'),
  header('x-service-delivery', 'Id of the delivery.', '0e6c1b1e-2b2f-4f2e-9a51-6c0b7a1f1b11'),
  header('webhook-id', 'Id of the event, constant over retries.', EXAMPLE_EVENT_ID),
  header('webhook-timestamp', 'Unix seconds of this attempt.', '1790856000'),
  header('webhook-signature', 'Standard Webhooks signature.', 'v1,AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA='),
]
