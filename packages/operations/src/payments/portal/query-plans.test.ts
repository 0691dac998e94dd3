import { findOwnEntries } from '@gateway/db/accounts/audit-queries'
import type { Em } from '@gateway/db/orm'
import { findAttention } from '@gateway/db/payments/attention-queries'
import { claimDecision, findNewestDecision } from '@gateway/db/payments/decision-queries'
import { findFirstSteps } from '@gateway/db/payments/onboarding-queries'
import { type BusinessPayments, countPortalPayments, findPortalPage, type PortalFilter } from '@gateway/db/payments/portal-queries'
import { findDayTotals } from '@gateway/db/payments/totals-queries'
import { tables } from '@gateway/db/tables'
import { findLogged } from '@gateway/db/webhooks/log-queries'
import { countBacklog, findDeliveryDetail, findLastAccepted, findLastFailed, findToldEvents } from '@gateway/db/webhooks/portal-queries'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readGeneralPlans, readPlans } from '../../testing/test-plans.ts'
import { openShop, type TestShop } from '../../testing/test-shop.ts'

const ROWS = 30_000
const none = '00000000-0000-4000-8000-00000000ffff'

let shop: TestShop
let scope: BusinessPayments
let endpointId: string
let paymentId: string
beforeAll(async () => {
  // Plans would depend on what other tests have deleted.
  shop = await openShop({}, 1, {})
  paymentId = (await shop.ask({ amount: 60, blockchain: 'BTC' })).id
  scope = { merchantId: shop.actor.merchantId, businessId: shop.businessId, mode: 'live' }
  const db = tables(shop.ctx.orm.em.fork())
  endpointId = (await db.selectFrom('webhook_endpoint').select('id').executeTakeFirstOrThrow()).id
  await fill()
})
afterAll(() => shop.ctx.close())

/** A shop after a while: almost all payments are forwarded, almost all webhooks delivered; a few of either were not. */
async function fill(): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(tables(shop.ctx.orm.em.fork()))
  const many = `generate_series(1, ${ROWS}) n`
  // One payment in ten is the shop's; the others are those of other merchants.
  const others = 'generate_series(1, 9) n'
  await run(`INSERT INTO merchant SELECT md5('m' || n)::uuid, n || '@shop.example', '', NULL, now(), NULL FROM ${others}`)
  await run(`INSERT INTO business SELECT copy.* FROM business, ${others}, jsonb_populate_record(business,
    jsonb_build_object('id', md5('b' || n), 'merchant_id', md5('m' || n))) copy WHERE business.id = '${shop.businessId}'`)
  await run(`INSERT INTO webhook_endpoint SELECT copy.* FROM webhook_endpoint, ${others}, jsonb_populate_record(webhook_endpoint,
    jsonb_build_object('id', md5('w' || n), 'business_id', md5('b' || n))) copy`)
  const ownerOf = (salt: string, own: string) => `CASE n % 10 WHEN 0 THEN '${own}' ELSE md5('${salt}' || n % 10)::uuid::text END`
  await run(`INSERT INTO payout_terms SELECT copy.* FROM payout_terms, ${many}, jsonb_populate_record(payout_terms,
    jsonb_build_object('id', md5('c' || n), 'subject_id', md5('s' || n), 'address', 'c' || n)) copy`)
  await run(`INSERT INTO payment SELECT copy.* FROM payment, ${many}, jsonb_populate_record(payment, jsonb_build_object('id', md5('p' || n),
    'address', 'c' || n, 'payout_terms_id', md5('c' || n), 'merchant_id', ${ownerOf('m', shop.actor.merchantId)}, 'business_id', ${ownerOf('b', shop.businessId)}, 'created_at', timestamptz '2026-10-01' - n * interval '5 minutes',
    'state', CASE n % 1000 WHEN 10 THEN 'expired' WHEN 20 THEN 'failed' ELSE 'forwarded' END, 'asset', CASE n % 2000 WHEN 30 THEN 'ETH' ELSE 'BTC' END,
    'exceptions', CASE n % 1000 WHEN 10 THEN '["underpaid"]'::jsonb ELSE '[]'::jsonb END,
    'received_units', CASE n % 1000 WHEN 20 THEN 0 ELSE 1000 END)) copy`)
  await run(`INSERT INTO deposit (id, chain, ref, tx_id, address, subject, subject_id, asset, units, state, height, block_hash, arrived_at, credit_revision)
    SELECT 'd' || n, 'BTC', 'r' || n, 't' || n, 'c' || n, 'payment', md5('p' || n)::uuid::text, 'BTC', 1, 'included', n, 'b', now(), 0 FROM ${many}`)
  await run(`INSERT INTO spend_intent SELECT md5('i' || n)::uuid, 'forward', md5('p' || n)::uuid::text, 0, md5('i' || n)::uuid, 'BTC', 'BTC', 'live',
    '${shop.businessId}', 1, 1, 0, 0, md5('c' || n)::uuid, 'final', NULL, 0, now(), now() FROM ${many} WHERE n % 1000 <> 10`)
  await run(`UPDATE deposit SET intent_id = md5('i' || substr(id, 2))::uuid WHERE substr(id, 2)::int % 1000 <> 10`)
  await run(`INSERT INTO spend_attempt (intent_id, n, chain, handle, raw, platform_paid, state, height, created_at, updated_at)
    SELECT md5('i' || n)::uuid, 0, 'BTC', 'h' || n, '', true, 'final', n, now(), now() FROM ${many} WHERE n % 1000 <> 10`)
  await run(`INSERT INTO event (id, business_id, object_type, object_id, sequence, type, body, created_at)
    SELECT 'e' || n, (${ownerOf('b', shop.businessId)})::uuid, 'payment', md5('p' || n)::uuid, 1, 'payment.created', '{}', timestamptz '2026-10-01' - n * interval '1 minute' FROM ${many}`)
  await run(`INSERT INTO delivery (id, endpoint_id, event_id, object_id, state, attempts, next_attempt_at, created_at)
    SELECT md5('v' || event.id)::uuid, endpoint.id, event.id, object_id, CASE position % 3000 WHEN 5 THEN 'failed' ELSE 'delivered' END, 1, event.created_at,
    event.created_at FROM event JOIN webhook_endpoint endpoint USING (business_id) WHERE event.id NOT LIKE 'evt%'`)
  await run(`INSERT INTO flush (chain, ref, tx_id, address, subject, subject_id, asset, merchant_units, fee_units, height, block_hash, tx_place, log_place)
    SELECT 'ETH', 'r' || n, 'f' || n, 'c' || n, 'payment', md5('p' || n)::uuid::text, 'ETH', 1, 0, n, 'b', 0, 0 FROM ${many}`)
  await run('ALTER TABLE audit_entry DISABLE TRIGGER audit_entry_owned')
  await run(`INSERT INTO audit_entry SELECT md5('a' || n)::uuid, timestamptz '2026-10-01' - n * interval '1 minute', 'system', 'webhook.disable', 'x', '{}',
    md5('m' || n % 100)::uuid, md5('b' || n % 100)::uuid FROM ${many}`)
  await run('ALTER TABLE audit_entry ENABLE TRIGGER audit_entry_owned')
  await run(
    `INSERT INTO held_decision SELECT md5('h' || n)::uuid, md5('p' || n)::uuid, '${shop.actor.merchantId}', 'accept', 1, 'done', NULL, now(), now(), now(), 0 FROM ${many}`,
  )
  await run('ANALYZE')
}

const any: PortalFilter = {
  states: undefined,
  exceptions: undefined,
  assets: undefined,
  since: undefined,
  before: undefined,
  minUsdCents: undefined,
  maxUsdCents: undefined,
  search: undefined,
}
const search = {
  ids: { least: none, most: none },
  addresses: [{ chain: 'BTC', address: 'x' }] as const,
  transactions: ['x'],
  chains: ['BTC'] as const,
  text: 'A-1001',
}
const page = (filter: Partial<PortalFilter>, after?: string) => (em: Em) =>
  findPortalPage(em, { scope, filter: { ...any, ...filter }, after, limit: 51 })
const logged = (more: object) => (em: Em) =>
  findLogged(em, {
    businessId: shop.businessId,
    mode: 'live',
    since: new Date('2026-09-01'),
    paymentId: undefined,
    state: undefined,
    limit: 51,
    offset: 0,
    ...more,
  })

describe('pages of a list', () => {
  test.each<[string, string, (em: Em) => Promise<unknown>]>([
    ['the first payments', 'payment_business', page({})],
    ['the payments behind another', 'payment_business', (em) => page({}, paymentId)(em)],
    ['payments of a day', 'payment_business', page({ since: new Date('2026-09-01'), before: new Date('2026-09-03') })],
    ['payments of rare states', 'payment_business_state', page({ states: ['expired', 'failed'] })],
    ['payments of a common state', 'payment_business', page({ states: ['forwarded'] })],
    ['payments in a rare asset', 'payment_business_asset', page({ assets: ['ETH'] })],
    ['payments with an exception', 'payment_unusual', page({ exceptions: ['underpaid'] })],
    ['payments that a search has found', 'payment_pkey', page({ search })],
    [
      'entries of the audit log',
      'audit_entry_merchant',
      (em) => findOwnEntries(em, { merchantId: none, businessId: undefined, after: none, limit: 51 }),
    ],
    ['the newest deliveries', 'delivery_log', logged({})],
    ['deliveries behind another', 'delivery_log', logged({ after: none })],
    ['failed deliveries', 'delivery_failed', logged({ state: 'failed' })],
  ])('%s are read from an index in their order', async (_what, index, work) => {
    for (const plans of [await readPlans(shop.ctx, work), await readGeneralPlans(shop.ctx, work)]) {
      expect(plans.length).toBeGreaterThan(0)
      for (const plan of plans) expect(plan).toContain(index)
      for (const plan of plans) expect(plan).not.toMatch(/Seq Scan on (payment|delivery|event|audit_entry|deposit)\b/)
    }
  })

  test('a page behind another begins at its place in the index', async () => {
    const [plan] = await readGeneralPlans(shop.ctx, (em) => page({}, paymentId)(em))
    expect(plan).toMatch(/Index Cond: .*ROW\(created_at, id\) </)
  })
})

test.each<[string, (em: Em) => Promise<unknown>]>([
  ['to count payments', (em) => countPortalPayments(em, { scope, filter: { ...any, states: ['failed'] }, most: 1_001 })],
  ['to sum up the last week', (em) => findDayTotals(em, { scope, days: [{ day: '2026-09-25', from: new Date('2026-09-25') }] })],
  ['to find what needs attention', (em) => findAttention(em, { scope, most: 50 })],
  ['to see which first steps are done', (em) => findFirstSteps(em, scope)],
  ['to find the last decision about a payment', (em) => findNewestDecision(em, { paymentId: none })],
  ['to find a decision that waits', (em) => claimDecision(em, { at: new Date(), except: [none] })],
  ['to show one delivery', (em) => findDeliveryDetail(em, { id: none, merchantId: none })],
  ['to show the events of a payment', (em) => findToldEvents(em, { objectId: none, most: 200 })],
  ['to find the last accepted delivery', (em) => findLastAccepted(em, { endpointId, among: 1_000 })],
  ['to find the last failed delivery', (em) => findLastFailed(em, { endpointId, failedDeliveryId: null })],
  ['to count the backlog of an endpoint', (em) => countBacklog(em, { endpointId, most: 1_000 })],
  ['to search', page({ search })],
  ['to search among some', page({ search, states: ['forwarded', 'failed'], since: new Date('2026-09-01') })],
  ['to count what a search finds', (em) => countPortalPayments(em, { scope, filter: { ...any, search }, most: 1_001 })],
])('no whole table is read %s', async (_what, work) => {
  const plans = await readPlans(shop.ctx, work)
  expect(plans.length).toBeGreaterThan(0)
  for (const plan of plans) expect(plan).not.toMatch(/Seq Scan on (payment|deposit|delivery|event|spend_\w+|held_decision|flush)\b/)
})
