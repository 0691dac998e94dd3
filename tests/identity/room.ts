import type { TestedRoom } from '../rooms.ts'
import { identityAnswers } from './answers.ts'
import { readStories } from './read-stories.ts'
import { identityScenes } from './scenes.ts'

/** What the tests that span all rooms know of identity and reputation. */
export const identityRoom: TestedRoom = {
  stories: { ...readStories },
  answers: identityAnswers,
  scenes: identityScenes,
}
