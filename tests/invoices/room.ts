import type { TestedRoom } from '../rooms.ts'
import { clientStories } from './client-stories.ts'
import { settlingStories } from './settling-stories.ts'
import { invoiceStories } from './stories.ts'

/** What the tests that span all rooms know of invoices. */
export const invoicesRoom: TestedRoom = {
  stories: { ...invoiceStories, ...settlingStories, ...clientStories },
  answers: {},
  scenes: {},
}
