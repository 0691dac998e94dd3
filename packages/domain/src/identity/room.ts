import type { DomainRoom } from '../kernel/room.ts'

/** What the lists of the domain know of identity and reputation. */
export const identityRoom = {
  hasScope: true,
  area: 'reputation',
  sweeps: ['receipt_sources', 'receipt_chains', 'issuer_requests', 'status_lists'],
} as const satisfies DomainRoom
