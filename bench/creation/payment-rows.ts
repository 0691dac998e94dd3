import type { Tables } from '@gateway/db/tables'
import type pg from 'pg'

/** The rows that one creation wrote into a table, as JSON that Postgres turns back into rows. */
interface TableRows {
  readonly into: string
  readonly columns: readonly { readonly name: string }[]
  readonly rows: readonly Readonly<Record<string, unknown>>[]
}

/** The rows of a new payment, and the values that must differ in every payment. */
export interface PaymentRows {
  readonly tables: readonly TableRows[]
  readonly unique: readonly string[]
}

const HOUR_MS = 60 * 60 * 1_000

/** Conditions that find the rows of a payment, by table. */
const ofPayment: Readonly<Partial<Record<keyof Tables, string>>> = {
  quote: 'id = (SELECT quote_id FROM payment WHERE id = $1)',
  payout_terms: 'id = (SELECT payout_terms_id FROM payment WHERE id = $1)',
  watched_address: 'subject_id = $1',
  payment: 'id = $1',
  event: 'object_id = $1',
  delivery: 'object_id = $1',
  outbox: `workflow_id = 'payment/' || $1::uuid`,
}

/** Columns that the database fills by itself. */
const given: Readonly<Record<string, readonly string[]>> = {
  event: ['position', 'feed_xid'],
  delivery: ['position'],
  outbox: ['id'],
}

/** Reads the rows that the creation of a payment wrote, except the usage counter of its business and the messages about webhooks. */
export async function readPaymentRows(sql: pg.Client, paymentId: string): Promise<PaymentRows> {
  const tables: TableRows[] = []
  for (const [into, found] of Object.entries(ofPayment)) {
    const text = `SELECT to_json("${into}") AS row FROM "${into}" WHERE ${found}`
    const { rows } = await sql.query<{ row: Record<string, unknown> }>(text, [paymentId])
    const names = Object.keys(rows[0]?.row ?? {}).filter((name) => !given[into]?.includes(name))
    if (names.length === 0) throw new Error(`the payment has no row in ${into}`)
    const written = rows.map(({ row }) => aged(Object.fromEntries(names.map((name) => [name, row[name]]))))
    tables.push({ into, columns: names.map((name) => ({ name })), rows: written })
  }
  return { tables, unique: uniqueIn(tables) }
}

/** Makes a row an hour older, so that the signer, which pins new commits, ignores its copies. */
const aged = (row: Readonly<Record<string, unknown>>) =>
  typeof row['created_at'] === 'string' ? { ...row, created_at: new Date(Date.parse(row['created_at']) - HOUR_MS) } : row

/** Ids of the rows, and every spelling of the address. */
function uniqueIn(tables: readonly TableRows[]): string[] {
  const values = tables.flatMap(({ rows }) => rows.flatMap(({ id, address }) => [id, address]))
  return [...new Set(values.filter((value) => typeof value === 'string'))]
}
