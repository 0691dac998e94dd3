import type { DomainRoom } from '../kernel/room.ts'

/** What the lists of the domain know of businesses. */
export const businessesRoom = { hasScope: true, events: ['business.created', 'business.updated'] } as const satisfies DomainRoom

/** Events of businesses. */
export type BusinessEventName = (typeof businessesRoom)['events'][number]
