import { presentEvent, webhookEvents } from '@gateway/contract/events'
import { subjects } from '@gateway/contract/rooms'
import type { Business } from '@gateway/domain/businesses/business'
import type { DomainEventName } from '@gateway/domain/kernel/events'
import type { EventId } from '@gateway/domain/kernel/id'

const SAMPLE_ID = '00000000-0000-4000-8000-000000000001'

/** The body of a webhook test: an event of this name with a sample object, marked as a test. */
export function sampleEvent(type: DomainEventName, facts: { id: EventId; business: Business; at: Date }): string {
  const { id, business, at } = facts
  const { subject } = webhookEvents[type]
  const data = subjects[subject].sample(type, { id: SAMPLE_ID, business, at })
  const object = { type: subject, id: SAMPLE_ID, businessId: business.id, mode: business.mode }
  return presentEvent({ id, type, object, sequence: 1, data, at, isTest: true })
}
