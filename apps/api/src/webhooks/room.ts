import type { ApiRoom } from '../http/room.ts'
import { webhooksRouter } from './router.ts'

/** What the lists of the api know of webhooks. */
export const webhooksRoom = {
  router: webhooksRouter,
  about: 'Deliveries to your webhook URL, the answers of your receiver, and how to send a delivery again; and the feed of all events.',
} as const satisfies ApiRoom
