import { tables } from '@gateway/db/tables'
import { NotFound } from '@gateway/domain/kernel/error'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { closeShop, openShop, type TestShop } from '../../testing/test-shop.ts'
import { setPlan } from './set-plan.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => closeShop(shop))

const set = (plan: 'starter' | 'professional', businessId = shop.businessId) => setPlan(shop.ctx, { businessId, plan, by: 'operator:anna' })
const db = () => tables(shop.ctx.orm.em.fork())
const noted = () => db().selectFrom('audit_entry').selectAll().where('action', '=', 'business.plan').execute()
const told = () => db().selectFrom('event').select('type').where('objectId', '=', shop.businessId).orderBy('sequence').execute()

test('a new plan applies to later payments, emits an event and is written to the audit log', async () => {
  const before = await shop.ask({ blockchain: 'BTC', amount: 25 })
  expect(await set('professional')).toEqual({ before: 'starter' })
  const after = await shop.ask({ blockchain: 'BTC', amount: 25 })
  expect([before.feeBps, after.feeBps, (await shop.read(before.id)).feeBps]).toEqual([100, 50, 100])
  expect(await noted()).toMatchObject([
    { actor: 'operator:anna', subjectId: shop.businessId, details: { before: 'starter', after: 'professional' } },
  ])
  expect((await told()).map(({ type }) => type)).toEqual(['business.created', 'business.updated'])
})

test('above the limit of a smaller plan a refusal says how much is used', async () => {
  await set('professional')
  const count = (current: number) => db().updateTable('usage_counter').set({ current }).where('businessId', '=', shop.businessId).execute()
  const { current } = await db()
    .selectFrom('usage_counter')
    .select('current')
    .where('businessId', '=', shop.businessId)
    .executeTakeFirstOrThrow()
  onTestFinished(async () => void (await count(current)))
  await count(500)
  await set('starter')
  await expect(shop.ask({ blockchain: 'BTC', amount: 25 })).rejects.toMatchObject({ usage: { current: 500, limit: 100, remaining: 0 } })
})

test('setting the current plan changes nothing, and an unknown business is not found', async () => {
  await set('professional')
  const before = [await noted(), await told()]
  expect(await set('professional')).toEqual({ before: 'professional' })
  expect([await noted(), await told()]).toEqual(before)
  await expect(set('starter', shop.ctx.ids.uuid())).rejects.toThrow(NotFound)
})
