import type { ApiRoom } from '../http/room.ts'
import { seriesRouter } from './router.ts'

/** What the lists of the api know of series. */
export const seriesRoom = {
  router: seriesRouter,
  about: 'A series asks one customer for the same amount at every interval, each time by an escrow of its own.',
} as const satisfies ApiRoom
