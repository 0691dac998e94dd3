import { TestWebhookInput } from '@gateway/contract/webhooks'
import { tables } from '@gateway/db/tables'
import { WebhooksUnavailable } from '@gateway/domain/webhooks/errors'
import { eventually } from '@gateway/testing/wait'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, type TestShop } from '../test-shop.ts'
import type { WebhookContext } from './drain-endpoint.ts'
import { performTrial } from './perform-trial.ts'
import { sendTrial } from './send-trial.ts'

let shop: TestShop
let ctx: WebhookContext
beforeAll(async () => {
  shop = await openShop({}, 0)
  ctx = { ...shop.ctx, webhookKey: shop.ctx.webhookOpeningKey, furtherSignatureHeaders: [] }
})
afterAll(() => shop.ctx.close())

const trials = () => tables(shop.ctx.orm.em.fork()).selectFrom('trial_delivery').selectAll().execute()
const send = () => sendTrial(shop.ctx, { actor: shop.actor, wish: TestWebhookInput.parse({}) })

test('a trial that nobody sends is told after ten seconds, and is not sent any more', async () => {
  const asked = send()
  await eventually('the trial to be asked for', async () => (await trials()).length === 1)
  shop.ctx.clock.advance(8_000)
  expect(await performTrial(ctx)).toBe(false)
  await expect(asked).rejects.toThrow(WebhooksUnavailable)
  expect(await trials()).toMatchObject([{ state: 'pending', startedAt: null }])
  shop.ctx.clock.advance(52_000)
  expect(await performTrial(ctx)).toBe(false)
  expect(await trials()).toMatchObject([{ state: 'failed', lastProblem: 'not_sent' }])
})

test('a trial whose receiver cannot be found says so, and touches neither the circuit nor the events', async () => {
  const asked = send()
  await eventually('the trial to be sent', () => performTrial(ctx))
  expect(await asked).toMatchObject({ type: 'payment.completed', state: 'failed', statusCode: null })
  const db = tables(shop.ctx.orm.em.fork())
  expect(await db.selectFrom('webhook_endpoint').select('failures').executeTakeFirstOrThrow()).toEqual({ failures: 0 })
  expect(await db.selectFrom('event').select('type').execute()).toEqual([{ type: 'business.created' }])
})
