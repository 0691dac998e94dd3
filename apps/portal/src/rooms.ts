import { cardsRoom } from './cards/room.tsx'
import { escrowsRoom } from './escrows/room.tsx'
import { invoicesRoom } from './invoices/room.tsx'
import { lightningRoom } from './lightning/room.tsx'
import { paymentsRoom } from './payments/room.tsx'
import { ratesRoom } from './rates/room.tsx'
import { seriesRoom } from './series/room.tsx'
import type { PortalRoom } from './shell/room.ts'

/** Every room with pages within a business, in the order of the sidebar. */
export const rooms = [paymentsRoom, cardsRoom, invoicesRoom, escrowsRoom, seriesRoom, lightningRoom, ratesRoom] as const

/** The same, each with the members that a room may have; a manifest of another shape does not compile here. */
export const eachRoom: readonly PortalRoom[] = [...rooms]
