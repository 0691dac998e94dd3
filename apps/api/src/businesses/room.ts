import type { ApiRoom } from '../http/room.ts'
import { businessesRouter } from './router.ts'

/** What the lists of the api know of businesses. */
export const businessesRoom = {
  router: businessesRouter,
  about: 'A business has wallets, a webhook endpoint, rules for its payments, and API keys. A merchant may have several businesses.',
} as const satisfies ApiRoom
