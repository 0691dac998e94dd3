import { afterAll, beforeAll, describe } from 'vitest'
import { openStory, type Story } from '../support/story.ts'
import { ethereum } from './family.ts'
import { refundCrashes } from './refund-crashes.ts'
import { declareRows } from './rows.ts'
import { signerCrashes } from './signer-crashes.ts'
import { stuckPayouts } from './stuck-payouts.ts'
import { watcherCrashes } from './watcher-crashes.ts'

let story: Story
beforeAll(async () => void (story = await openStory()))
afterAll(() => story?.close())

describe('USDC: the worker is killed', () => {
  declareRows([...Object.values(watcherCrashes), ...Object.values(refundCrashes)], ethereum, () => story)
})
describe('USDC: the signer is killed', () => {
  declareRows(Object.values(signerCrashes), ethereum, () => story)
})
describe('USDC: payouts stay unmined', () => {
  declareRows([stuckPayouts.bumped, stuckPayouts.S11], ethereum, () => story)
})
