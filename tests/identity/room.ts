import type { TestedRoom } from '../rooms.ts'
import { identityAnswers } from './answers.ts'
import { identityScenes } from './scenes.ts'
import { identityStories } from './stories.ts'

/** What the tests that span all rooms know of identity and reputation. */
export const identityRoom: TestedRoom = {
  stories: identityStories,
  answers: identityAnswers,
  scenes: identityScenes,
}
