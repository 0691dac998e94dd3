import { grants } from '@gateway/db/grants'
import { migrate } from '@gateway/db/migrate'
import { databaseRoles, loginOf } from '@gateway/db/roles'
import { freshDatabase } from '@gateway/testing/database'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'

let owner: pg.Client
beforeAll(async () => {
  const url = await freshDatabase()
  await migrate({ url })
  owner = new pg.Client(url)
  await owner.connect()
})
afterAll(() => owner?.end())

/** The tables of which the series role may do this to at least one column. */
async function tablesOf(right: 'SELECT' | 'INSERT' | 'UPDATE'): Promise<string[]> {
  const text =
    "SELECT name FROM unnest($1::text[]) AS name WHERE has_any_column_privilege('gw_series', quote_ident(name), $2) ORDER BY name"
  return (await owner.query<{ name: string }>(text, [Object.keys(grants), right])).rows.map(({ name }) => name)
}

/** The roles that may change a column. */
async function writersOf(table: string, column: string): Promise<string[]> {
  const text = "SELECT role FROM unnest($1::text[]) AS role WHERE has_column_privilege(role, $2, $3, 'UPDATE')"
  return (await owner.query<{ role: string }>(text, [databaseRoles.map(loginOf), table, column])).rows.map(({ role }) => role)
}

test('the series role writes what an escrow of either rail is made of, and moves series and pool addresses on', async () => {
  const written = ['card_escrow', 'card_payment', 'delivery', 'email', 'escrow', 'escrow_event', 'event', 'outbox', 'payout_terms', 'quote']
  // It also writes the documents of invoices and sends what is due of their letters, which it locks invoices for.
  expect((await tablesOf('INSERT')).filter((name) => name !== 'invoice_letter')).toEqual([
    ...written,
    'role_heartbeat',
    'series_period',
    'watched_address',
  ])
  expect((await tablesOf('UPDATE')).filter((name) => !name.startsWith('invoice'))).toEqual(['address_pool', 'role_heartbeat', 'series'])
  expect(await writersOf('invoice', 'state')).not.toContain('gw_series')
})

test('the series role reads no payments, deposits, payouts or credentials', async () => {
  const hidden = ['payment', 'deposit', 'spend_intent', 'spend_attempt', 'settlement', 'refund', 'session', 'api_key', 'account', 'entry']
  const readable = await tablesOf('SELECT')
  expect(hidden.filter((table) => readable.includes(table))).toEqual([])
  const secret = "SELECT has_column_privilege('gw_series', 'merchant', 'password_hash', 'SELECT') AS readable"
  expect((await owner.query(secret)).rows).toEqual([{ readable: false }])
})

test.each([
  ['periods_completed', ['gw_series']],
  ['latest_slot', ['gw_series']],
  ['amount_minor', ['gw_api']],
  ['state', ['gw_api', 'gw_series']],
  ['beneficiary_address', []],
])('the %s of a series is changed by %o', async (column, writers) => {
  expect(await writersOf('series', column)).toEqual(writers)
})
