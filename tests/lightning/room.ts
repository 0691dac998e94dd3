import type { TestedRoom } from '../rooms.ts'
import { lightningAnswers } from './answers.ts'
import { lightningScenes } from './scenes.ts'
import { lightningStories } from './stories.ts'

/** What the tests that span all rooms know of Lightning wallets. */
export const lightningRoom: TestedRoom = {
  stories: lightningStories,
  answers: lightningAnswers,
  scenes: lightningScenes,
}
