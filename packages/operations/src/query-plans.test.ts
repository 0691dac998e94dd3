import { findDepositsOf, findMature, findWatched } from '@gateway/db/chainwatch/queries'
import { claimPoolAddresses, findFinalAttempts, findOpenHandles, findUnsent, lockCompanions } from '@gateway/db/custody/queries'
import { claimOutbox } from '@gateway/db/kernel/outbox-queries'
import type { Em } from '@gateway/db/orm'
import { listPaymentRows } from '@gateway/db/payments/queries'
import { tables } from '@gateway/db/tables'
import { claimDelivery, findNextDue } from '@gateway/db/webhooks/queries'
import { EntityManager } from '@mikro-orm/postgresql'
import type { Kysely, KyselyPlugin, RootOperationNode } from 'kysely'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openShop, type TestShop } from './test-shop.ts'

const ROWS = 20_000
const now = new Date('2026-10-01T12:00:00.000Z')
const none = '00000000-0000-4000-8000-00000000ffff'

let shop: TestShop
beforeAll(async () => {
  shop = await openShop({}, 1)
  await fill()
}, 120_000)
afterAll(() => shop.ctx.close())

/** Tables as they are after a while: much that is done, little that is open. */
async function fill(): Promise<void> {
  const btc = await shop.ask({ amount: 60, blockchain: 'BTC' })
  const run = (statement: string) => shop.ctx.orm.em.fork().getConnection().execute(statement)
  const many = `generate_series(1, ${ROWS}) n`
  await run(`INSERT INTO watch SELECT 'BTC', 'w' || n, 'payment', 's' || n FROM ${many}`)
  await run(`INSERT INTO deposit (id, chain, ref, tx_id, address, subject, subject_id, asset, units, state, height, block_hash, arrived_at, matures_at, credited_by)
    SELECT 'd' || n, 'BTC', 'r' || n, 't' || n, 'w' || n, 'payment', 's' || n, 'BTC', 1, 'included', n, 'b', now(), n, 'credited' FROM ${many}`)
  await run(`INSERT INTO address_pool SELECT 'BTC', 1, n, 'p' || n, '', gen_random_uuid() FROM ${many}`)
  await run(`INSERT INTO outbox (workflow_id, message, available_at, attempts, created_at)
    SELECT 'w' || n, '{}', now() + interval '1 day', 0, now() FROM ${many}`)
  await run(`INSERT INTO spend_intent SELECT md5('i' || n)::uuid, 'forward', 'x' || n, 0, md5('i' || n)::uuid, 'BTC', 'BTC', 'live', '${shop.businessId}', 3, 1, 1, 1,
    '${btc.commitId}', 'final', NULL, 0, now(), now() FROM ${many}`)
  await run(`INSERT INTO spend_attempt (intent_id, n, chain, handle, raw, binds, platform_paid, state, height, created_at, updated_at)
    SELECT md5('i' || n)::uuid, 0, 'BTC', 'h' || n, '', '[]', true, 'final', n, now(), now() FROM ${many}`)
  await run(`INSERT INTO event (id, business_id, object_type, object_id, sequence, type, body, created_at)
    SELECT 'e' || n, '${shop.businessId}', 'payment', md5('o' || n)::uuid, 1, 'payment.created', '{}', now() FROM ${many}`)
  await run(`INSERT INTO delivery (id, endpoint_id, event_id, object_id, state, attempts, next_attempt_at, created_at)
    SELECT md5('v' || position)::uuid, (SELECT id FROM webhook_endpoint), id, object_id, 'delivered', 1, now(), now() FROM event WHERE id LIKE 'e%' AND id NOT LIKE 'evt%'`)
  await run('ANALYZE')
}

/** The plans of the statements that `work` runs, by EXPLAIN and without running them on the way back. */
async function plansOf(work: (em: Em) => Promise<unknown>): Promise<string[]> {
  const { orm } = shop.ctx
  const seen: { text: string; values: readonly unknown[] }[] = []
  const real = EntityManager.prototype.getKysely
  const spy = vi.spyOn(EntityManager.prototype, 'getKysely').mockImplementation(function listen(this: EntityManager, ...options) {
    const db = real.apply(this, options) as Kysely<unknown> // The same builder, seen without its tables.
    const plugin: KyselyPlugin = {
      transformQuery: ({ node }) => {
        seen.push(compile(db, node))
        return node
      },
      transformResult: async ({ result }) => result,
    }
    return db.withPlugin(plugin) as never // Kysely's own type with one plugin more.
  })
  await orm.em.fork().transactional(work)
  spy.mockRestore()
  // A subquery is seen once more by itself, and refers to what only its statement knows; it is explained with that.
  const whole = seen.filter(({ text }) => !/\bdue\b/.test(text) || text.startsWith('update'))
  return Promise.all(whole.map(({ text, values }) => explain(text, values)))
}

function compile(db: Kysely<unknown>, node: RootOperationNode) {
  const compiled = db.getExecutor().compileQuery(node, { queryId: 'explained' })
  return { text: compiled.sql, values: compiled.parameters }
}

async function explain(text: string, values: readonly unknown[]): Promise<string> {
  const parts = text.split(/\$\d+/).map((part) => sql.raw(part))
  const order = [...text.matchAll(/\$(\d+)/g)].map((match) => sql.val(values[Number(match[1]) - 1]))
  const whole = parts.flatMap((part, place) => (place < order.length ? [part, order[place] ?? sql.raw('')] : [part]))
  const { rows } = await sql<{ 'QUERY PLAN': string }>`EXPLAIN ${sql.join(whole, sql.raw(''))}`.execute(tables(shop.ctx.orm.em.fork()))
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

const scope = { merchantId: none, mode: 'live' as const }
const listing = {
  states: undefined,
  refundedOnly: false,
  asset: undefined,
  createdFrom: undefined,
  createdBefore: undefined,
  limit: 50,
  offset: 0,
}

describe('however many rows there are, no whole table is read', () => {
  test.each<[string, (em: Em) => Promise<unknown>]>([
    ['to find which addresses of a block are ours', (em) => findWatched(em, { chain: 'BTC', addresses: ['w1', 'w2', 'elsewhere'] })],
    ['to find what is mature', (em) => findMature(em, { chain: 'BTC', height: 10 })],
    ['to find the deposits of payments', (em) => findDepositsOf(em, { subject: 'payment', subjectIds: ['s1', 's2'] })],
    ['to claim addresses', (em) => claimPoolAddresses(em, { chain: 'BTC', claimedBy: [none] })],
    ['to find what was signed and is not mined', (em) => findOpenHandles(em, { chain: 'BTC' })],
    ['to find what must be sent', (em) => findUnsent(em, { chain: 'BTC', height: 10 })],
    ['to find what became final', (em) => findFinalAttempts(em, { chain: 'BTC', finalHeight: 10 })],
    [
      'to find what may travel together',
      (em) => lockCompanions(em, { lead: { id: none, chain: 'BTC', asset: 'BTC', purpose: 'forward' } as never, most: 49 }),
    ],
    ['to relay messages', (em) => claimOutbox(em, { now, claimMs: 1, limit: 200 })],
    ['to claim a webhook', (em) => claimDelivery(em, { endpointId: none, busy: [], now })],
    ['to find when the next webhook is due', (em) => findNextDue(em, { endpointId: none })],
    ['to list payments', (em) => listPaymentRows(em, { scope, listing })],
    ['to judge the book of an account', (em) => tables(em).selectFrom('entry').select('id').where('accountId', '=', '1').execute()],
  ])('%s', async (_what, work) => {
    const plans = await plansOf(work)
    expect(plans.length).toBeGreaterThan(0)
    for (const plan of plans) expect(plan).not.toMatch(/Seq Scan on (watch|deposit|address_pool|spend_\w+|event|delivery|outbox)/)
  })
})
