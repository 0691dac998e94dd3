import type { DomainRoom } from '../kernel/room.ts'

/** What the lists of the domain know of webhooks. */
export const webhooksRoom = {
  hasScope: true,
  logFields: ['deliveryId', 'endpointId'],
  sweeps: ['deliveries'],
} as const satisfies DomainRoom
