import { afterAll, beforeAll, describe } from 'vitest'
import { openStory, type Story } from '../support/story.ts'
import { ethereum } from './family.ts'
import { signerCrashes } from './signer-crashes.ts'
import { stuckPayouts } from './stuck-payouts.ts'
import { watcherCrashes } from './watcher-crashes.ts'

let story: Story
beforeAll(async () => void (story = await openStory()))
afterAll(() => story?.close())

describe('USDC: the worker is killed', () => {
  watcherCrashes(ethereum, () => story)
})
describe('USDC: the signer is killed', () => {
  signerCrashes(ethereum, () => story)
})
describe('USDC: payouts stay unmined', () => {
  stuckPayouts(ethereum, () => story)
})
