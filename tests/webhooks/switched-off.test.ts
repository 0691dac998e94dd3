import { eventually } from '@gateway/testing/wait'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { say } from '../support/say.ts'
import { type FlakyReceiver, startFlakyReceiver } from '../support/flaky-receiver.ts'
import { type Shared, sharedStory } from '../support/shared-story.ts'
import { openShop } from '../support/shop.ts'

let story: Shared
let receiver: FlakyReceiver
beforeAll(async () => {
  story = await sharedStory()
  receiver = await startFlakyReceiver()
})
afterAll(async () => {
  await receiver?.goAway()
  await story?.close()
})

test('a merchant whose endpoint answers 410 gets one e-mail, and webhooks again after setting the URL as the e-mail says', async () => {
  const shop = await openShop(story.gateway.api, story.shop.wallets, { webhook_url: receiver.url })
  await eventually('the event of the new business', async () => receiver.attempts.length === 1)
  receiver.answer = 410
  await Promise.all(Array.from({ length: 3 }, () => shop.ask({ blockchain: 'ETH' })))
  const { body } = await say(story.gateway.api, 'GET /auth/me', { key: shop.token })
  const received = () =>
    story.mail.emails.filter(
      ({ to, headers }) => to.includes(String(body['email'])) && headers['subject']?.endsWith(': webhooks are switched off') === true,
    )
  const [mail] = await eventually('the e-mail', async () => received().length > 0 && received())
  expect(mail?.to).toEqual([body['email']])
  expect(mail?.text.replaceAll('\n', ' ')).toContain('Your endpoint answered that it is gone (410)')
  const way = /(PATCH) \/api(\/businesses\/\S+) with "webhook_url"/.exec(mail?.text.replaceAll('\n', ' ') ?? '')
  receiver.answer = 200
  const seen = receiver.attempts.length
  const changed = await say(story.gateway.api, `${way?.[1]} ${way?.[2]}`, { key: shop.key, body: { webhook_url: receiver.url } })
  expect(changed.status).toBe(200)
  const asked = await shop.ask({ blockchain: 'ETH' })
  await eventually('webhooks again', async () => receiver.attempts.slice(seen).some(({ paymentId }) => paymentId === asked.id))
  expect(received()).toHaveLength(1)
})
