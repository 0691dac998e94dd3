import { call } from '@gateway/scripts/demo/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pay } from '../support/customer.ts'
import { untilForwarded } from '../support/forwarding.ts'
import { findMissing, fuzz } from '../support/fuzz.ts'
import { openStory, type Story } from '../support/story.ts'

/** Calls that can end the session they use; they get an account of their own. */
const signOuts = ['accounts_sessions_end', 'accounts_sessions_endAll', 'accounts_sessions_endAll_2']
const changePassword = 'accounts_recovery_changePassword'
/** A stream that ends with its payment: called alone, about unknown payments or a forwarded one. */
const follow = 'payments_follow'
const without = [follow, ...signOuts, changePassword]
/** Rooms called with an API key; a merchant token would test the same code. */
const ofShops = ['payments', 'webhooks']
/** Rooms called with a merchant token, a third of them at a time: the rest is called last. */
const byToken = [{ rooms: ['invoices', 'cards'] }, { rooms: ['lightning', 'identity', 'escrows', 'series'] }]
const withNul = ['--generation-allow-x00', 'true']
const only = (ids: readonly string[]) => ids.flatMap((id) => ['--include-operation-id', id])

const missing = await findMissing()
process.stdout.write(missing === undefined ? '' : `requests were not fuzzed: ${missing}\n`)

describe.skipIf(missing !== undefined)('generated requests get documented statuses and no internal error', () => {
  let story: Story
  beforeAll(async () => void (story = await openStory({ chains: ['BTC', 'ETH'] })))
  afterAll(() => story?.close())

  test('the payment stream answers as documented, for unknown payments and for a forwarded one', async () => {
    const payment = await story.shop.ask({ blockchain: 'BTC' })
    await pay(story, payment)
    await untilForwarded(story, payment)
    const asked = { api: story.gateway.api, credential: story.shop.key, without: [], options: only([follow]) }
    expect(await fuzz(asked)).toMatch(/No issues found/)
    // With this warning, answering only 404 counts as an issue.
    const found = { fixed: { 'path.id': payment.id }, options: [...asked.options, '--warnings', 'missing_test_data'] }
    expect(await fuzz({ ...asked, ...found })).toMatch(/No issues found/)
  })

  test('an API key gets documented answers only', async () => {
    const options = [...ofShops.flatMap((tag) => ['--include-tag', tag]), ...withNul]
    const said = await fuzz({ api: story.gateway.api, credential: story.shop.key, without, options })
    expect(said).toMatch(/No issues found/)
  })

  test('password changes and sign-outs get documented answers only', async () => {
    const body = { email: 'throw-away@example.com', password: 'nobody keeps this one' }
    const { token: credential } = await call<{ token: string }>(story.gateway.api, { path: '/auth/register', body })
    for (const ids of [[changePassword], signOuts])
      expect(await fuzz({ api: story.gateway.api, credential, without: [], options: only(ids) })).toMatch(/No issues found/)
  })

  test.each(byToken)('a merchant token gets documented answers only from $rooms', async ({ rooms }) => {
    const options = [...rooms.flatMap((tag) => ['--include-tag', tag]), ...withNul]
    const said = await fuzz({ api: story.gateway.api, credential: story.shop.token, without, options })
    expect(said).toMatch(/No issues found/)
  })

  // Runs last, because it finds and revokes the API keys of its shop.
  test('a merchant token gets documented answers only from all other operations', async () => {
    const before = [...ofShops, ...byToken.flatMap(({ rooms }) => rooms)]
    const options = [...before.flatMap((tag) => ['--exclude-tag', tag]), ...withNul]
    const said = await fuzz({ api: story.gateway.api, credential: story.shop.token, without, options })
    expect(said).toMatch(/No issues found/)
  })
})
