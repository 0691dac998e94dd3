import type { TestedRoom } from '../rooms.ts'
import { identityAnswers } from './answers.ts'
import { issuedStories } from './issued-stories.ts'
import { readStories } from './read-stories.ts'
import { receiptStories } from './receipt-stories.ts'
import { identityScenes } from './scenes.ts'

/** What the tests that span all rooms know of identity and reputation. */
export const identityRoom: TestedRoom = {
  stories: { ...readStories, ...receiptStories, ...issuedStories },
  answers: identityAnswers,
  scenes: identityScenes,
}
