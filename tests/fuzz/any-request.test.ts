import { call } from '@gateway/scripts/demo/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pay } from '../support/customer.ts'
import { untilForwarded } from '../support/forwarding.ts'
import { findMissing, fuzz } from '../support/fuzz.ts'
import { openStory, type Story } from '../support/story.ts'

/** They end the session that asks, or could: an account of their own is for them. */
const signOuts = ['accounts_sessions_end', 'accounts_sessions_endAll', 'accounts_sessions_endAll_2']
const changePassword = 'accounts_recovery_changePassword'
/** Its answer ends when its payment does: it is asked alone, about none or about one that is done, and never about one that another request made. */
const follow = 'payments_follow'
const without = [follow, ...signOuts, changePassword]
/** Rooms that are asked with the key of a shop. A merchant could ask the same, and nothing else would be shown by it. */
const ofShops = ['payments', 'webhooks']
const withNul = ['--generation-allow-x00', 'true']
const only = (ids: readonly string[]) => ids.flatMap((id) => ['--include-operation-id', id])

const missing = await findMissing()
process.stdout.write(missing === undefined ? '' : `Nothing is made up for the api: ${missing}.\n`)

describe.skipIf(missing !== undefined)('whatever is sent, no answer is an error of ours and every status is documented:', () => {
  let story: Story
  beforeAll(async () => void (story = await openStory()))
  afterAll(() => story?.close())

  test('by somebody who follows payments that nobody has, and one that is done', async () => {
    const payment = await story.shop.ask({ blockchain: 'BTC' })
    await pay(story, payment)
    await untilForwarded(story, payment)
    const asked = { api: story.gateway.api, credential: story.shop.key, without: [], options: only([follow]) }
    expect(await fuzz(asked)).toMatch(/No issues found/)
    // It is an issue here when nothing but 404 is answered.
    const found = { fixed: { 'path.id': payment.id }, options: [...asked.options, '--warnings', 'missing_test_data'] }
    expect(await fuzz({ ...asked, ...found })).toMatch(/No issues found/)
  })

  test('by an API key', async () => {
    const options = [...ofShops.flatMap((tag) => ['--include-tag', tag]), ...withNul]
    const said = await fuzz({ api: story.gateway.api, credential: story.shop.key, without, options })
    expect(said).toMatch(/No issues found/)
  })

  test('by somebody who changes a password and signs out', async () => {
    const body = { email: 'throw-away@example.com', password: 'nobody keeps this one' }
    const { token: credential } = await call<{ token: string }>(story.gateway.api, { path: '/auth/register', body })
    for (const ids of [[changePassword], signOuts])
      expect(await fuzz({ api: story.gateway.api, credential, without: [], options: only(ids) })).toMatch(/No issues found/)
  })

  // The last, because it finds the keys of its shop and revokes them.
  test('by a merchant, with everything that is not a shop’s daily work', async () => {
    const options = [...ofShops.flatMap((tag) => ['--exclude-tag', tag]), ...withNul]
    const said = await fuzz({ api: story.gateway.api, credential: story.shop.token, without, options })
    expect(said).toMatch(/No issues found/)
  })
})
