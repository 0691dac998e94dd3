import { CreateBusinessInput } from '@gateway/contract/businesses'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBusiness } from '../../businesses/create-business.ts'
import { storeMerchant, type TestApiContext, testApiContext } from '../../testing/test-context.ts'
import { storeClient } from '../../testing/test-oauth.ts'
import { describeConsent } from './describe-consent.ts'
import type { OpenInteraction } from './find-interaction.ts'

let ctx: TestApiContext
beforeAll(async () => void (ctx = await testApiContext()))
afterAll(() => ctx.close())

test('a consent names twenty businesses and counts the others', async () => {
  const actor = await storeMerchant(ctx)
  const { client } = await storeClient(ctx, actor)
  const names = Array.from({ length: 22 }, (_, index) => `Shop ${index}`)
  for (const name of names) {
    await createBusiness(ctx, { actor, terms: CreateBusinessInput.parse({ name }) })
    ctx.clock.advance(1)
  }
  const interaction: OpenInteraction = {
    uid: 'a request',
    prompt: { name: 'consent', reasons: [], details: {} },
    params: { client_id: client.clientId, redirect_uri: 'https://shop.example/signed-in', scope: 'openid payments' },
    beganAt: ctx.clock.now(),
    accountId: 'a subject',
    answer: async () => '',
  }
  const { merchantId, sessionId, confirmedAt } = actor
  const asked = await describeConsent(ctx, { interaction, user: { merchantId, sessionId, confirmedAt, subject: 'a subject' } })
  expect(asked).toMatchObject({ businesses: names.slice(0, 20), moreBusinesses: 2 })
})
