import type { BusinessEventName } from '../businesses/business.ts'
import type { CardEventName } from '../cards/events.ts'
import type { EscrowEventName } from '../escrows/machine.ts'
import type { PaymentEventName } from '../payments/machine.ts'
import type { SeriesEventName } from '../series/series-machine.ts'

/** Every event name. The webhook event table must have a row for each. */
export type DomainEventName = PaymentEventName | EscrowEventName | CardEventName | SeriesEventName | BusinessEventName
