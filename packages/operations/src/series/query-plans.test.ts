import { listEscrowEvents } from '@gateway/db/escrows/event-queries'
import { findDueEscrows, findUnplanned, listDisputed, listEscrows, type EscrowScope } from '@gateway/db/escrows/queries'
import { isSearched } from '@gateway/db/escrows/search-queries'
import { findCustomer } from '@gateway/db/escrows/customer-queries'
import { BEGINNING } from '@gateway/db/kernel/page'
import type { Em } from '@gateway/db/orm'
import { countDueEmails } from '@gateway/db/accounts/emails/email-limit-queries'
import { findEmailFates } from '@gateway/db/accounts/emails/email-queries'
import { findChildren, findDueSeries, ownSeries } from '@gateway/db/series/queries'
import { tables } from '@gateway/db/tables'
import type { SeriesState } from '@gateway/domain/series/series-machine'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readGeneralPlans, readPlans } from '../testing/test-plans.ts'
import { seriesOf } from '../testing/test-series.ts'
import { openShop, type TestShop } from '../testing/test-shop.ts'

const ROWS = 20_000
const none = '00000000-0000-4000-8000-00000000ffff'
const now = new Date('2026-10-01T12:00:00.000Z')
const day = { from: now, until: new Date('2026-10-02T12:00:00.000Z') }
const bounds = { limit: 51, offset: 0 }

let shop: TestShop
let seriesId: string
let escrowId: string
beforeAll(async () => {
  // Plans would depend on what other tests have deleted.
  shop = await openShop({}, 2, {})
  const { series, escrow } = await seriesOf(() => shop).create()
  seriesId = series.id
  escrowId = String(escrow?.id)
  await fill()
})
afterAll(() => shop.ctx.close())

/** After a while: one escrow and one series in a hundred are the shop's, and almost all have ended; each series has had a child. */
async function fill(): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(tables(shop.ctx.orm.em.fork()))
  const many = `generate_series(1, ${ROWS}) n`
  const others = 'generate_series(1, 99) n'
  await run(`INSERT INTO merchant SELECT md5('m' || n)::uuid, n || '@shop.example', '', NULL, now(), NULL FROM ${others}`)
  await run(`INSERT INTO business SELECT copy.* FROM business, ${others}, jsonb_populate_record(business,
    jsonb_build_object('id', md5('b' || n), 'merchant_id', md5('m' || n))) copy WHERE business.id = '${shop.businessId}'`)
  const ownerOf = (salt: string, own: string) => `CASE n % 100 WHEN 0 THEN '${own}' ELSE md5('${salt}' || n % 100)::uuid::text END`
  const owned = `'merchant_id', ${ownerOf('m', shop.actor.merchantId)}, 'business_id', ${ownerOf('b', shop.businessId)},
    'created_at', timestamptz '2026-10-01' - n * interval '5 minutes'`
  await run(`INSERT INTO payout_terms SELECT copy.* FROM payout_terms, ${many}, jsonb_populate_record(payout_terms,
    jsonb_build_object('id', md5('c' || n), 'subject_id', md5('e' || n), 'address', 'c' || n)) copy WHERE payout_terms.subject_id = '${escrowId}' AND payout_terms.subject = 'escrow'`)
  await run(`INSERT INTO payout_terms_pin SELECT copy.* FROM payout_terms_pin, ${many}, jsonb_populate_record(payout_terms_pin,
    jsonb_build_object('payout_terms_id', md5('c' || n))) copy WHERE payout_terms_pin.payout_terms_id = (SELECT payout_terms_id FROM escrow)`)
  await run(`INSERT INTO escrow SELECT copy.* FROM escrow, ${many}, jsonb_populate_record(escrow, jsonb_build_object('id', md5('e' || n),
    'address', 'c' || n, 'payout_terms_id', md5('c' || n), 'depositor_address', 'd' || n % 1000, 'beneficiary_address', 'f' || n % 1000, ${owned},
    'state', CASE n % 500 WHEN 0 THEN 'funded' WHEN 1 THEN 'created' ELSE 'settled' END, 'deadline_at', CASE WHEN n % 500 < 2 THEN now() END,
    'release_token_hash', sha256(('r' || n)::bytea), 'beneficiary_token_hash', sha256(('b' || n)::bytea))) copy WHERE escrow.id = '${escrowId}'`)
  await run(
    `INSERT INTO escrow_event SELECT md5('h' || n)::uuid, md5('e' || n)::uuid, 1, 'created', 'system', '{}', sha256(n::text::bytea), now() FROM ${many}`,
  )
  await run(`INSERT INTO deposit (id, chain, ref, tx_id, address, subject, subject_id, asset, units, state, height, block_hash, arrived_at, credit_revision)
    SELECT 'd' || n, 'BTC', 'r' || n, 't' || n, 'c' || n, 'escrow', md5('e' || n)::uuid::text, 'BTC', 1, 'included', n, 'b', now(), NULL FROM ${many}`)
  await run(`INSERT INTO series SELECT copy.* FROM series, ${many}, jsonb_populate_record(series, jsonb_build_object('id', md5('s' || n), ${owned},
    'state', CASE n % 500 WHEN 0 THEN 'active' ELSE 'cancelled' END, 'next_charge_at', CASE n % 500 WHEN 0 THEN now() END,
    'try_at', CASE n % 500 WHEN 0 THEN now() END)) copy WHERE series.id = '${seriesId}'`)
  await run(`INSERT INTO card_payment (id, merchant_id, business_id, mode, state, processor_account_id, amount_minor, currency, fee_bps, metadata, expires_at,
    created_at, updated_at) SELECT md5('p' || n)::uuid, '${shop.actor.merchantId}', '${shop.businessId}', 'live', 'pending', 'acct_1', 1, 'USD', 100, '{}', now(),
    now(), now() FROM ${many}`)
  await run(`INSERT INTO card_escrow (id, payment_id, merchant_id, business_id, mode, state, created_at, updated_at)
    SELECT md5('k' || n)::uuid, md5('p' || n)::uuid, '${shop.actor.merchantId}', '${shop.businessId}', 'live', 'created', now(), now() FROM ${many}`)
  await run(`INSERT INTO series_period SELECT md5('s' || n)::uuid, 1, 0, md5('e' || n)::uuid, NULL, 1, 'USD', now(), now() FROM ${many}`)
  await run(`INSERT INTO email SELECT copy.* FROM email, ${many}, jsonb_populate_record(email, jsonb_build_object('id', md5('l' || n), ${owned},
    'escrow_id', md5('e' || n), 'recipient', '\\x' || encode(sha256((n % 1000)::text::bytea), 'hex'),
    'due_at', timestamptz '2026-10-01' + n * interval '5 minutes')) copy WHERE email.escrow_id = '${escrowId}' AND email.kind = 'escrow_opened'`)
  await run('VACUUM ANALYZE')
}

const tenantOf = ({ actor, businessId }: TestShop) => ({ merchantId: actor.merchantId, businessId })
const escrows = (scope: (shop: TestShop) => Omit<EscrowScope, 'mode'>) => (em: Em) =>
  listEscrows(em, { scope: { mode: 'live', ...scope(shop) }, bounds })
const series = ({ businessId, state }: { businessId?: TestShop['businessId']; state?: SeriesState } = {}) => {
  const { merchantId } = shop.actor
  return (em: Em) => ownSeries.list(em, { scope: { merchantId, mode: 'live', businessId }, where: { state }, bounds })
}
const search = (ids: { least: string; most: string } | undefined) => {
  const addresses = [
    { chain: 'BTC', address: 'c7' },
    { chain: 'ETH', address: '0x7' },
  ] as const
  return escrows((own) => ({ tenant: tenantOf(own), found: isSearched({ ids, text: 'A-1001', addresses }) }))
}

async function plansOf(work: (em: Em) => Promise<unknown>): Promise<string[]> {
  const plans = [...(await readPlans(shop.ctx, work)), ...(await readGeneralPlans(shop.ctx, work))]
  expect(plans.length).toBeGreaterThan(1)
  return plans
}

describe('pages of a list', () => {
  test.each<[string, string, (em: Em) => Promise<unknown>]>([
    ['the escrows of a merchant', 'escrow_merchant', escrows(({ actor }) => ({ tenant: { merchantId: actor.merchantId } }))],
    ['the escrows of a business', 'escrow_business', escrows((own) => ({ tenant: tenantOf(own) }))],
    ['the escrows of a business in a state', 'escrow_business', escrows((own) => ({ tenant: tenantOf(own), status: 'funded' }))],
    ['the escrows that a search finds', 'Index Scan using escrow_', search({ least: none, most: none })],
    ['the escrows of a depositor', 'escrow_depositor', escrows(() => ({ depositor: ['d7', 'd8'] }))],
    ['the escrows of a beneficiary', 'escrow_beneficiary', escrows(() => ({ beneficiary: ['f7', 'f8'] }))],
    ['the series of a merchant', 'series_merchant', (em) => series()(em)],
    ['the series of a business', 'series_business', (em) => series({ businessId: shop.businessId })(em)],
    ['the series of a business in a state', 'series_business', (em) => series({ businessId: shop.businessId, state: 'active' })(em)],
    ['the children of a series', 'series_period_pkey', (em) => findChildren(em, { seriesId })],
    ['the e-mails about escrows', 'email_escrow', (em) => findEmailFates(em, { escrowIds: [escrowId], kind: 'escrow_opened' })],
    ['the history of an escrow', 'escrow_event_escrow_id_n_key', (em) => listEscrowEvents(em, { escrowId, limit: 51, offset: 0 })],
  ])('%s are read from an index', async (_what, index, work) => {
    for (const plan of await plansOf(work)) {
      expect(plan).toContain(index)
      expect(plan).not.toContain('Seq Scan')
    }
  })
})

test.each<[string, readonly string[], (em: Em) => Promise<unknown>]>([
  ['to search escrows by addresses', ['escrow_chain_address_key', 'escrow_depositor', 'escrow_beneficiary'], search(undefined)],
  ['to search escrows by an id', ['escrow_pkey'], search({ least: none, most: none })],
  [
    'to find escrows that are due',
    ['escrow_due'],
    (em) => findDueEscrows(em, { before: now, after: BEGINNING, limit: 500, except: [none] }),
  ],
  ['to find disputed escrows', ['escrow_disputed'], (em) => listDisputed(em, { limit: 500 })],
  [
    'to find escrows with money that no payout has taken',
    ['deposit_untaken'],
    (em) => findUnplanned(em, { after: BEGINNING, limit: 500, except: [none] }),
  ],
  ['to find the customer of an escrow', ['series_period_escrow_id_key'], (em) => findCustomer(em, { escrowId })],
  ['to count the e-mails to a recipient', ['email_recipient'], (em) => countDueEmails(em, { by: { recipient: Buffer.alloc(32) }, ...day })],
  ['to count the e-mails of a business', ['email_business'], (em) => countDueEmails(em, { by: { businessId: shop.businessId }, ...day })],
  [
    'to count the e-mails of an account',
    ['email_merchant'],
    (em) => countDueEmails(em, { by: { merchantId: shop.actor.merchantId }, ...day }),
  ],
  ['to find series that are due', ['series_due'], (em) => findDueSeries(em, { now, missedBefore: now, limit: 500, except: [none] })],
])('no whole table is read %s', async (_what, indexes, work) => {
  for (const plan of await plansOf(work)) {
    for (const index of indexes) expect(plan).toContain(index)
    expect(plan).not.toContain('Seq Scan')
  }
})
