import type { BusinessEventName } from '@gateway/domain/businesses/room'
import { BusinessView, presentBusiness } from '../business-view.ts'
import type { ContractRoom } from '../wire/objects/room.ts'
import { asked, type EventRow, payloadOf, type SampleFor } from '../wire/objects/subject.ts'

const events: Readonly<Record<BusinessEventName, EventRow>> = {
  'business.created': { ...asked, nth: 1, description: 'A business was created.' },
  'business.updated': { ...asked, nth: 2, description: 'A business was changed.' },
}

const { schemaOf, present } = payloadOf({ name: 'business', view: { schema: BusinessView, present: presentBusiness } })

/** A business as its events carry it. */
export const businessSubject = {
  schemaOf,
  events,
  present,
  sample: (_type: string, { id, business, at }: SampleFor) =>
    present({ business: { ...business, id, updatedAt: at }, webhook: { url: null, events: [] } }),
}

/** What the lists of the interface know of businesses. */
export const businessesRoom = {
  subjects: { business: businessSubject },
  errors: {
    BUSINESS_REQUIRED: {
      status: 400,
      meaning: 'Name a business, because the merchant has several; or create one, because the merchant has none.',
      advice: 'Send `business_id`, or use an API key, which belongs to one business.',
    },
  },
} as const satisfies ContractRoom
