import type { TestedRoom } from '../rooms.ts'
import { readStories } from './read-stories.ts'
import { receiptStories } from './receipt-stories.ts'

/** What the tests that span all rooms know of identity and reputation. */
export const identityRoom: TestedRoom = {
  stories: { ...readStories, ...receiptStories },
  answers: {},
  scenes: {},
}
