import { databaseRoles, loginOf } from '@gateway/db/roles'
import { tables } from '@gateway/db/tables'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApiContext, testApiContext } from '../testing/test-context.ts'

let ctx: TestApiContext
beforeAll(async () => void (ctx = await testApiContext()))
afterAll(() => ctx.close())

/** The roles that may do something to a column, or to a table where none is named. */
async function thoseWhoMay(privilege: string, table: string, column?: string): Promise<string[]> {
  const allowed = column
    ? sql`has_column_privilege(role.login, ${table}, ${column}, ${privilege})`
    : sql`has_table_privilege(role.login, ${table}, ${privilege})`
  const { rows } = await sql<{
    login: string
  }>`SELECT role.login FROM unnest(${databaseRoles.map(loginOf)}::text[]) WITH ORDINALITY AS role (login, place)
    WHERE ${allowed} ORDER BY role.place`.execute(tables(ctx.orm.em.fork()))
  return rows.map(({ login }) => login.replace('gw_', ''))
}

test.each<[string, string[]]>([
  ['did', ['issuer']],
  ['linked_did', ['api']],
  ['escrow_party', ['api', 'relay']],
  ['receipt', ['api', 'relay']],
  ['receipt_head', []],
  ['receipt_version', []],
  ['receipt_source', []],
  ['issuer_key', ['issuer']],
  ['status_list', ['issuer']],
  ['credential', ['issuer']],
  ['issuer_request', ['api', 'relay']],
])('inserts into %s are allowed to the listed roles only', async (table, roles) => {
  expect(await thoseWhoMay('INSERT', table)).toEqual(roles)
})

test.each<[string, string, string[]]>([
  ['did', 'did', []],
  ['did', 'sealed_key', ['issuer']],
  ['linked_did', 'did', []],
  ['linked_did', 'is_verified', ['api']],
  ['escrow_party', 'merchant_id', []],
  ['receipt', 'rating', []],
  ['receipt', 'weight_hundredths', []],
  ['receipt', 'is_verified', ['api', 'relay']],
  ['receipt', 'withdrawn_at', ['relay', 'operator']],
  ['receipt', 'digest', ['relay']],
  ['receipt_version', 'version', []],
  ['receipt_head', 'digest', ['relay']],
  ['credential', 'jwt', []],
  ['credential', 'revoked_at', ['operator']],
  ['status_list', 'jwt', ['issuer']],
])('updates of %s.%s are allowed to the listed roles only', async (table, column, roles) => {
  expect(await thoseWhoMay('UPDATE', table, column)).toEqual(roles)
})

test.each(['did', 'issuer_key'])('the private keys of %s are readable by the issuer only', async (table) => {
  expect(await thoseWhoMay('SELECT', table, 'sealed_key')).toEqual(['issuer'])
})

test.each(['did', 'escrow_party', 'receipt', 'credential'])('rows of %s are deleted by no role', async (table) => {
  expect(await thoseWhoMay('DELETE', table)).toEqual([])
})
