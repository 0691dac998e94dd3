import { afterAll, beforeAll, expect, test } from 'vitest'
import { fuzz } from '../support/fuzz.ts'
import { openStory, type Story } from '../support/story.ts'

/** They end the session that asks, change its password, take half an hour by design, or say 503 when something else is down. */
const without = [
  'accounts_sessions_end',
  'accounts_sessions_endAll',
  'accounts_sessions_endAll_2',
  'accounts_recovery_changePassword',
  'payments_follow',
  'health_ready',
]

let story: Story
beforeAll(async () => void (story = await openStory()))
afterAll(() => story?.close())

test('whatever a merchant sends, no answer is an error of ours and every status is documented', async () => {
  const options = ['--generation-allow-x00', 'true']
  const said = await fuzz({ api: story.gateway.api, credential: story.shop.token, without, options })
  expect(said).toMatch(/No issues found/)
})

test('whatever an API key sends, neither', async () => {
  const options = ['--include-tag', 'payments', '--include-tag', 'webhooks']
  const said = await fuzz({ api: story.gateway.api, credential: story.shop.key, without, options })
  expect(said).toMatch(/No issues found/)
})
