import { TestWebhookInput } from '@gateway/contract/webhooks'
import { openOrm } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { WebhooksUnavailable } from '@gateway/domain/webhooks/errors'
import { eventually } from '@gateway/testing/wait'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answerOnce } from '../idempotency/idempotency-keys.ts'
import { openShop, type TestShop } from '../testing/test-shop.ts'
import type { WebhookContext } from './drain-endpoint.ts'
import { beginWebhookTest, performWebhookTest } from './perform-webhook-test.ts'
import { awaitWebhookTest, sendWebhookTest, type WebhookTest } from './send-webhook-test.ts'

let shop: TestShop
let ctx: WebhookContext
beforeAll(async () => {
  shop = await openShop({}, 0)
  ctx = { ...shop.ctx, webhookKey: shop.ctx.webhookOpeningKey, furtherSignatureHeaders: [] }
})
afterAll(() => shop.ctx.close())

/** Performs the next webhook test; false when there is none. */
async function perform(): Promise<boolean> {
  const webhookTest = await beginWebhookTest(ctx)
  if (webhookTest) await performWebhookTest(ctx, webhookTest)
  return webhookTest !== undefined
}

const webhookTests = () => tables(shop.ctx.orm.em.fork()).selectFrom('webhook_test').selectAll().execute()
const send = () => sendWebhookTest(shop.ctx, { actor: shop.actor, wish: TestWebhookInput.parse({}) })

test('a webhook test that no worker sends fails after ten seconds and is never sent', async () => {
  const asked = send()
  await eventually('the webhook test to be asked for', async () => (await webhookTests()).length === 1)
  shop.ctx.clock.advance(8_000)
  expect(await perform()).toBe(false)
  await expect(asked).rejects.toThrow(WebhooksUnavailable)
  expect(await webhookTests()).toMatchObject([{ state: 'pending', startedAt: null }])
  shop.ctx.clock.advance(52_000)
  expect(await perform()).toBe(false)
  expect(await webhookTests()).toMatchObject([{ state: 'failed', lastProblem: 'not_sent' }])
})

test('a webhook test that a worker claims too late ends without being sent', async () => {
  const before = await webhookTests()
  const asked = send()
  const webhookTest = await eventually('the webhook test to be taken', () => beginWebhookTest(ctx))
  shop.ctx.clock.advance(9_001)
  await performWebhookTest(ctx, webhookTest)
  expect(await asked).toMatchObject({ state: 'failed', statusCode: null })
  expect((await webhookTests()).filter(({ id }) => !before.some((known) => known.id === id))).toMatchObject([
    { state: 'failed', lastProblem: 'not_sent', lastDurationMs: 0 },
  ])
})

test('a webhook test with an unknown host fails and changes neither circuit nor events', async () => {
  const asked = send()
  await eventually('the webhook test to be sent', perform)
  expect(await asked).toMatchObject({ type: 'payment.completed', state: 'failed', statusCode: null })
  const db = tables(shop.ctx.orm.em.fork())
  expect(await db.selectFrom('webhook_endpoint').select('failures').executeTakeFirstOrThrow()).toEqual({ failures: 0 })
  expect(await db.selectFrom('event').select('type').execute()).toEqual([{ type: 'business.created' }])
})

describe('a webhook test with an idempotency key', () => {
  /** Sends a request like the api does. */
  const sendOnce = (key: string, api = shop.ctx) =>
    answerOnce<WebhookTest>(
      api,
      { caller: 'key:shop', operation: 'webhooks.test', key, body: {} },
      {
        first: (keep) => sendWebhookTest(api, { actor: shop.actor, wish: TestWebhookInput.parse({}), keep }),
        resume: (id) => awaitWebhookTest(api, { id }),
      },
    )

  test('runs once when two processes get the request at the same time', async () => {
    const before = (await webhookTests()).length
    const url = String(shop.ctx.orm.config.get('clientUrl'))
    const orms = await Promise.all([1, 2].map(() => openOrm({ url, poolSize: 2 })))
    const asked = Promise.all(orms.map((orm) => sendOnce('at once', { ...shop.ctx, orm })))
    await eventually('the webhook test to be sent', perform)
    const answers = await asked
    expect(await perform()).toBe(false)
    expect(answers.filter(({ isReplay }) => isReplay)).toHaveLength(1)
    expect(answers[0]?.answer).toEqual(answers[1]?.answer)
    expect(await webhookTests()).toHaveLength(before + 1)
    await Promise.all(orms.map((orm) => orm.close()))
  })

  test('runs once although the process that got the first request dies', async () => {
    const before = (await webhookTests()).length
    const die = (): never => {
      throw new Error('killed')
    }
    await expect(sendOnce('killed', { ...shop.ctx, hear: die })).rejects.toThrow('killed')
    await eventually('the webhook test to be sent', perform)
    const [again, later] = [await sendOnce('killed'), await sendOnce('killed')]
    expect(again).toMatchObject({ isReplay: true, answer: { state: 'failed', statusCode: null } })
    expect(later).toEqual(again)
    expect(await webhookTests()).toHaveLength(before + 1)
  })
})
