import { call } from '@gateway/scripts/demo/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findMissing, fuzz } from '../support/fuzz.ts'
import { openStory, type Story } from '../support/story.ts'

/** They end the session that asks, or could: an account of their own is for them. */
const signOuts = ['accounts_sessions_end', 'accounts_sessions_endAll', 'accounts_sessions_endAll_2']
const changePassword = 'accounts_recovery_changePassword'
const leftOut = { payments_follow: 'takes half an hour by design', health_ready: 'says 503 when something else is down' }
const without = [...Object.keys(leftOut), ...signOuts, changePassword]
const only = (ids: readonly string[]) => ids.flatMap((id) => ['--include-operation-id', id])

const missing = await findMissing()
process.stdout.write(missing === undefined ? '' : `Nothing is made up for the api: ${missing}.\n`)

describe.skipIf(missing !== undefined)('whatever is sent, no answer is an error of ours and every status is documented:', () => {
  let story: Story
  beforeAll(async () => void (story = await openStory()))
  afterAll(() => story?.close())

  test('by a merchant', async () => {
    for (const [id, why] of Object.entries(leftOut)) process.stdout.write(`${id} is left out: it ${why}.\n`)
    const options = ['--generation-allow-x00', 'true']
    const said = await fuzz({ api: story.gateway.api, credential: story.shop.token, without, options })
    expect(said).toMatch(/No issues found/)
  })

  test('by an API key', async () => {
    const options = ['--include-tag', 'payments', '--include-tag', 'webhooks']
    const said = await fuzz({ api: story.gateway.api, credential: story.shop.key, without, options })
    expect(said).toMatch(/No issues found/)
  })

  test('by somebody who changes a password and signs out', async () => {
    const body = { email: 'throw-away@example.com', password: 'nobody keeps this one' }
    const { token: credential } = await call<{ token: string }>(story.gateway.api, { path: '/auth/register', body })
    for (const ids of [[changePassword], signOuts])
      expect(await fuzz({ api: story.gateway.api, credential, without: [], options: only(ids) })).toMatch(/No issues found/)
  })
})
