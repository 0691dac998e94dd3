import type { TestedRoom } from '../rooms.ts'
import { lightningAnswers } from './answers.ts'
import { lightningScenes } from './scenes.ts'

/** What the tests that span all rooms know of Lightning wallets. */
export const lightningRoom: TestedRoom = {
  stories: {},
  answers: lightningAnswers,
  scenes: lightningScenes,
}
