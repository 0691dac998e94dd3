import { entities } from '@gateway/db/rooms'
import { migrate } from '@gateway/db/migrate'
import { openOrm, type Orm } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { freshDatabase, freshOrm } from '@gateway/testing/database'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let orm: Orm
beforeAll(async () => void (orm = await freshOrm()))
afterAll(() => orm.close())

interface Column {
  readonly name: string
  readonly nullable: boolean
}

const byName = (a: Column, b: Column) => (a.name < b.name ? -1 : 1)

async function columnsOf(table: string): Promise<Column[]> {
  const { rows } = await sql<Column>`SELECT column_name AS name, is_nullable = 'YES' AS nullable FROM information_schema.columns
    WHERE table_schema = 'public' AND table_name = ${table}`.execute(tables(orm.em.fork()))
  return rows.toSorted(byName)
}

/** Columns as an entity declares them. */
function declaredColumns(table: string): Column[] {
  const meta = [...orm.getMetadata().getAll().values()].find((entity) => entity.tableName === table)
  return (meta?.props ?? [])
    .map((property) => ({ name: property.fieldNames[0] ?? '', nullable: property.nullable === true }))
    .toSorted(byName)
}

const entityTables = () => [...orm.getMetadata().getAll().values()].map((entity) => entity.tableName).sort()

describe('the tables', () => {
  test('every table has the columns of its entity, nullable where declared', async () => {
    expect(entityTables()).toHaveLength(entities.length)
    for (const table of entityTables())
      expect({ table, columns: await columnsOf(table) }).toEqual({ table, columns: declaredColumns(table) })
  })

  test('every table belongs to an entity, except the list of migrations', async () => {
    const { rows } = await sql<{ name: string }>`SELECT table_name AS name FROM information_schema.tables
      WHERE table_schema = 'public' ORDER BY 1`.execute(tables(orm.em.fork()))
    expect(rows.map((row) => row.name).filter((name) => name !== 'mikro_orm_migrations')).toEqual(entityTables())
  })

  test('amounts are integers that fit a uint256, and moments have a time zone', async () => {
    const { rows } = await sql<{ name: string }>`SELECT table_name || '.' || column_name AS name FROM information_schema.columns
      WHERE table_schema = 'public' AND table_name <> 'mikro_orm_migrations'
        AND (data_type IN ('real', 'double precision', 'money', 'timestamp without time zone')
          OR (data_type = 'numeric' AND column_name NOT IN ('rate', 'usd_rate') AND (numeric_precision, numeric_scale) IS DISTINCT FROM (78, 0)))`.execute(
      tables(orm.em.fork()),
    )
    expect(rows).toEqual([])
  })

  test('every foreign key that is searched by has an index', async () => {
    const { rows } = await sql<{ name: string }>`SELECT conrelid::regclass || ' ' || conname AS name FROM pg_constraint
      WHERE contype = 'f' AND connamespace = 'public'::regnamespace AND NOT EXISTS (SELECT FROM pg_index
        WHERE indrelid = conrelid AND (string_to_array(indkey::text, ' ')::int2[])[1:array_length(conkey, 1)] @> conkey)
      ORDER BY 1`.execute(tables(orm.em.fork()))
    // Referenced rows are never deleted or renumbered, and no query follows these keys backwards; an entry's account is found by its id alone.
    expect(rows.map((row) => row.name)).toEqual([
      'assisted_refund assisted_refund_business_id_fkey',
      'credit_note credit_note_merchant_id_fkey',
      'entry entry_account_id_asset_fkey',
      'escrow escrow_payout_terms_id_fkey',
      'escrow escrow_quote_id_fkey',
      'flush flush_payout_terms_id_fkey',
      'held_decision held_decision_merchant_id_fkey',
      'invoice_credit invoice_credit_invoice_quote_id_fkey',
      'invoice_quote invoice_quote_quote_id_fkey',
      'invoice_quote invoice_quote_rules_id_fkey',
      'issuer_request issuer_request_credential_id_fkey',
      'issuer_request issuer_request_merchant_id_fkey',
      'lightning_request lightning_request_business_id_fkey',
      'lightning_request lightning_request_merchant_id_fkey',
      'lightning_request lightning_request_node_id_fkey',
      'nonce_slot nonce_slot_intent_id_fkey',
      'payment payment_late_quote_id_fkey',
      'payment payment_payout_terms_id_fkey',
      'payment payment_quote_id_fkey',
      'payment payment_rules_id_fkey',
      'refund refund_business_id_fkey',
      'sign_in_ticket sign_in_ticket_session_id_fkey',
      'spend_intent spend_intent_business_id_fkey',
      'spend_intent spend_intent_payout_terms_id_fkey',
      'utxo_lock utxo_lock_intent_id_fkey',
    ])
  })
})

test('migrate refuses a schema that another version has made', async () => {
  const url = await freshDatabase()
  const other = await openOrm({ url, poolSize: 1 })
  await other.em.fork().execute("UPDATE mikro_orm_migrations SET name = '201001010001-former'")
  await other.close()
  await expect(migrate({ url })).rejects.toThrow('another version (migration 201001010001-former)')
})
