import { businessesRoom } from './businesses/room.ts'
import { cardsRoom } from './cards/room.ts'
import { chainwatchRoom } from './chainwatch/room.ts'
import { custodyRoom } from './custody/room.ts'
import { escrowsRoom } from './escrows/room.ts'
import { identityRoom } from './identity/room.ts'
import { invoicesRoom } from './invoices/room.ts'
import type { DomainRoom } from './kernel/room.ts'
import { lightningRoom } from './lightning/room.ts'
import { oauthRoom } from './oauth/room.ts'
import { paymentsRoom } from './payments/room.ts'
import { seriesRoom } from './series/room.ts'
import { webhooksRoom } from './webhooks/room.ts'

/** Every room, in dependency order: a room may use those before it. */
export const rooms = {
  accounts: { sweeps: ['emails'] },
  businesses: businessesRoom,
  rates: {},
  ledger: {},
  webhooks: webhooksRoom,
  custody: custodyRoom,
  chainwatch: chainwatchRoom,
  payments: paymentsRoom,
  escrows: escrowsRoom,
  cards: cardsRoom,
  series: seriesRoom,
  invoices: invoicesRoom,
  lightning: lightningRoom,
  oauth: oauthRoom,
  identity: identityRoom,
} as const satisfies Readonly<Record<string, DomainRoom>>

/** A room, as scopes, tags and folders name it. */
export type RoomName = keyof typeof rooms

/** What the rooms that have a member have there. */
export type OfRooms<Member extends keyof DomainRoom> = MembersOf<(typeof rooms)[RoomName], Member>

/** What the rooms that have a member have there, in the order of the rooms. */
export const ofRooms = <Member extends keyof DomainRoom>(member: Member): OfRooms<Member>[] =>
  // Each value is what its own room has there.
  Object.values<DomainRoom>(rooms).flatMap((room) => (member in room ? [room[member] as OfRooms<Member>] : []))

/** What those of several rooms that have a member have there. */
export type MembersOf<Rooms, Member extends PropertyKey> = Rooms extends Readonly<Record<Member, infer Own>> ? Own : never

/** The rows of several tables as one table. */
export type Merged<Tables> = { readonly [Row in KeyOf<Tables>]: Extract<Tables, Readonly<Record<Row, unknown>>>[Row] }

/** The names of the rows of several tables. */
export type KeyOf<Tables> = Tables extends unknown ? keyof Tables : never
