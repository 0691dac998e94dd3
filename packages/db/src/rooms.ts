import type { KeyOf, MembersOf, Merged } from '@gateway/domain/rooms'
import { accountsRoom } from './accounts/room.ts'
import { businessesRoom } from './businesses/room.ts'
import { cardsRoom } from './cards/room.ts'
import { chainwatchRoom } from './chainwatch/room.ts'
import { custodyRoom } from './custody/room.ts'
import { escrowsRoom } from './escrows/room.ts'
import { identityRoom } from './identity/room.ts'
import { invoicesRoom } from './invoices/room.ts'
import { kernelRoom } from './kernel/room.ts'
import type { ColumnsOf, DbRoom } from './table.ts'
import { lightningRoom } from './lightning/room.ts'
import { ledgerRoom } from './ledger/room.ts'
import { oauthRoom } from './oauth/room.ts'
import { paymentsRoom } from './payments/room.ts'
import { ratesRoom } from './rates/room.ts'
import { seriesRoom } from './series/room.ts'
import { webhooksRoom } from './webhooks/room.ts'

/** Every room that has tables, in the order in which they refer to each other. */
export const rooms = {
  kernel: kernelRoom,
  accounts: accountsRoom,
  businesses: businessesRoom,
  rates: ratesRoom,
  ledger: ledgerRoom,
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
} as const satisfies Readonly<Record<string, DbRoom>>

type RoomTables = MembersOf<(typeof rooms)[keyof typeof rooms], 'tables'>

/** Every table with its columns, as the entities declare them. */
export type RowsOfRooms = { [Name in KeyOf<RoomTables>]: ColumnsOf<Merged<RoomTables>[Name]> }

/** Each room alone, for loops over all of them. */
export const eachRoom: readonly DbRoom[] = Object.values(rooms)

/** The entities of all rooms. */
export const entities = eachRoom.flatMap(({ tables }) => Object.values(tables).map(({ entity }) => entity))
