import type { BusinessEventName } from '../businesses/business.ts'
import type { PaymentEventName } from '../payments/machine.ts'

/** Every event name the product can announce. The webhook table must have a row for each. */
export type DomainEventName = PaymentEventName | BusinessEventName
