import type { ApiRoom } from '../http/room.ts'
import { operatorRouter } from './router.ts'

/** What the lists of the api know of operator. */
export const operatorRoom = {
  router: operatorRouter,
} as const satisfies ApiRoom
