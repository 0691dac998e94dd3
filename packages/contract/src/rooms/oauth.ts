import type { ContractRoom } from '../wire/objects/room.ts'

/** What the lists of the interface know of signing in with the gateway. */
export const oauthRoom = { subjects: {}, errors: {} } as const satisfies ContractRoom
