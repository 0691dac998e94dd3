import { type BusinessCards, countCardPage, findAnswerable, findCardPage, findHeldCards } from '@gateway/db/cards/portal/portal-queries'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CardShop, openCardShop } from '../../testing/test-cards.ts'
import { readPlans } from '../../testing/test-plans.ts'

const ROWS = 20_000

let shop: CardShop
let scope: BusinessCards
beforeAll(async () => {
  shop = await openCardShop()
  await shop.onboard()
  await shop.plan()
  scope = { merchantId: shop.actor.merchantId, mode: 'live', businessId: shop.businessId }
  await fill()
})
afterAll(async () => {
  await shop.stripe.stop()
  await shop.ctx.close()
})

/** One card payment in a hundred is the shop's; the others are those of other businesses. */
async function fill(): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(tables(shop.ctx.orm.em.fork()))
  await run(`INSERT INTO business SELECT copy.* FROM business, generate_series(1, 99) n,
    jsonb_populate_record(business, jsonb_build_object('id', md5('b' || n))) copy WHERE business.id = '${shop.businessId}'`)
  await run(`INSERT INTO card_payment SELECT copy.* FROM card_payment, generate_series(1, ${ROWS}) n, jsonb_populate_record(card_payment,
    jsonb_build_object('id', md5('c' || n), 'business_id', CASE n % 100 WHEN 0 THEN '${shop.businessId}' ELSE md5('b' || n % 100)::uuid::text END,
    'checkout_session_id', 'cs_' || n, 'payment_intent_id', 'pi_' || n, 'charge_id', 'ch_' || n, 'description', 'Order ' || n,
    'created_at', timestamptz '2026-10-01' - n * interval '5 minutes')) copy`)
  await run(`INSERT INTO card_dispute SELECT md5('d' || n)::uuid, 'dp_' || n, md5('c' || n)::uuid, '${shop.actor.merchantId}', md5('b1')::uuid, 'live',
    'won', 'won', 'won', 'fraudulent', 1, 0, 'USD', NULL, true, 1, now(), NULL, now(), now() FROM generate_series(1, 5000) n`)
  await run('ANALYZE')
}

const any = { states: undefined, isEscrow: undefined, since: undefined, before: undefined, search: undefined }
const searched = { ...any, search: { ids: undefined, text: 'A-1001' } }

test.each<[string, string, (em: Em) => Promise<unknown>]>([
  ['the first page', 'card_payment_business', (em) => findCardPage(em, { scope, filter: any, after: undefined, limit: 51 })],
  ['a count', 'card_payment_business', (em) => countCardPage(em, { scope, filter: any, most: 1_001 })],
  ['held payments', 'card_payment_held', (em) => findHeldCards(em, { scope, most: 50 })],
  ['disputes', 'card_dispute_undecided_business', (em) => findAnswerable(em, { scope, statuses: ['needs_response'], most: 50 })],
  ['a search', 'card_payment_metadata', (em) => findCardPage(em, { scope, filter: searched, after: undefined, limit: 51 })],
  ['a count of a search', 'card_payment_metadata', (em) => countCardPage(em, { scope, filter: searched, most: 1_001 })],
])('no whole table of card money is read for %s', async (_what, index, work) => {
  const plans = await readPlans(shop.ctx, work)
  expect(plans.length).toBeGreaterThan(0)
  for (const plan of plans) expect(plan).toContain(index)
  for (const plan of plans) expect(plan).not.toMatch(/Seq Scan on (card_payment|card_dispute)\b/)
})
