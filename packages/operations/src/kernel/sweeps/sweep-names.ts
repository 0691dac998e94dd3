import { type OfRooms, ofRooms } from '@gateway/domain/rooms'

const ofNoRoom = ['outbox', 'invariants', 'violations'] as const

/** The name of a sweep, in logs and metrics. */
export type SweepName = OfRooms<'sweeps'>[number] | (typeof ofNoRoom)[number]

/** Every sweep: what goes through rows of all tenants and does something for each of them. */
export const sweepNames: readonly SweepName[] = [...ofRooms('sweeps').flat(), ...ofNoRoom]
