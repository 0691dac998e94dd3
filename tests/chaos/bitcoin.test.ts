import { afterAll, beforeAll, describe } from 'vitest'
import { openStory, type Story } from '../support/story.ts'
import { apiCrashes } from './api-crashes.ts'
import { escrowCrashes } from './escrow-crashes.ts'
import { bitcoin } from './family.ts'
import { refundCrashes } from './refund-crashes.ts'
import { declareRows } from './rows.ts'
import { seriesCrashes } from './series-crashes.ts'
import { signInCrashes } from './sign-in-crashes.ts'
import { signerCrashes } from './signer-crashes.ts'
import { stuckPayouts } from './stuck-payouts.ts'
import { watcherCrashes } from './watcher-crashes.ts'

let story: Story
beforeAll(async () => void (story = await openStory()))
afterAll(() => story?.close())

describe('BTC: the API is killed', () => {
  apiCrashes(bitcoin, () => story)
  escrowCrashes(bitcoin, () => story)
})
describe('the API is killed while an app asks for tokens', () => {
  signInCrashes(() => story)
})
describe('BTC: the worker is killed', () => {
  seriesCrashes(bitcoin, () => story)
  declareRows([...Object.values(watcherCrashes), ...Object.values(refundCrashes)], bitcoin, () => story)
})
describe('BTC: the signer is killed', () => {
  declareRows(Object.values(signerCrashes), bitcoin, () => story)
})
describe('BTC: payouts stay unmined', () => {
  declareRows([stuckPayouts.bumped, stuckPayouts.S11], bitcoin, () => story)
})
