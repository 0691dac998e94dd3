import { webhookEvents } from '@gateway/contract/events'
import type { Business } from '@gateway/domain/businesses/business'
import type { DomainEventName } from '@gateway/domain/kernel/events'
import { sampleEvent } from '@gateway/operations/webhooks/sample-event'
import type { Schema } from './schemas.ts'

/** The event id of every example. */
export const EXAMPLE_EVENT_ID = 'evt_7d1c0a9e4b5f40c2a86d3e1f2b4c5d6e'

const at = new Date('2026-10-01T12:00:00.000Z')
const business: Business = {
  id: '6f1c2f0e-7d5b-4c60-9d3c-0b9d2a6f6c11',
  merchantId: '00000000-0000-4000-8000-000000000002',
  mode: 'live',
  name: 'Blue Bottle Books',
  description: 'Second-hand books',
  category: 'books',
  plan: 'starter',
  timeZone: 'UTC',
  statementDescriptor: null,
  spreadBps: 0,
  toleranceBps: 0,
  paymentWindowSeconds: 900,
  wallets: { BTC: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq' },
  formerWallets: {},
  taxProfile: null,
  createdAt: at,
  updatedAt: at,
}

/** An event as sent to receivers and shown in the feed; based on the sample event of a webhook test. */
export function exampleEvent(type: DomainEventName): Schema {
  const sample = JSON.parse(sampleEvent(type, { id: EXAMPLE_EVENT_ID, business, at })) as Schema // Created as an object above.
  const { test: _mark, ...event } = sample
  return { ...event, sequence: webhookEvents[type].nth }
}
