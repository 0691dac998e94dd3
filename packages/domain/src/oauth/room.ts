import type { DomainRoom } from '../kernel/room.ts'

/** What the lists of the domain know of signing in with the gateway. */
export const oauthRoom = { hasScope: true } as const satisfies DomainRoom
