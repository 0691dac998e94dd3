import type { TestedRoom } from '../rooms.ts'
import { invoiceAnswers } from './answers.ts'
import { clientStories } from './client-stories.ts'
import { invoiceScenes } from './scenes.ts'
import { refundStories } from './refund-stories.ts'
import { settlingStories } from './settling-stories.ts'
import { invoiceStories } from './stories.ts'

/** What the tests that span all rooms know of invoices. */
export const invoicesRoom: TestedRoom = {
  stories: { ...invoiceStories, ...settlingStories, ...refundStories, ...clientStories },
  answers: invoiceAnswers,
  scenes: invoiceScenes,
}
