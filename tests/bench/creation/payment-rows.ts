import type pg from 'pg'

/** The rows that one creation has written into a table, each as JSON that Postgres makes the row of again. */
interface TableRows {
  readonly into: string
  readonly columns: readonly { readonly name: string }[]
  readonly rows: readonly Readonly<Record<string, unknown>>[]
}

/** What a payment was when it was created, and the values in it that no other payment may have. */
export interface PaymentRows {
  readonly tables: readonly TableRows[]
  readonly unique: readonly string[]
}

const HOUR_MS = 60 * 60 * 1_000

/** How the rows of a payment are found, table by table. */
const ofPayment: Readonly<Record<string, string>> = {
  quote: 'id = (SELECT quote_id FROM payment WHERE id = $1)',
  commit: 'id = (SELECT payout_terms_id FROM payment WHERE id = $1)',
  watch: 'subject_id = $1',
  payment: 'id = $1',
  event: 'object_id = $1',
  delivery: 'object_id = $1',
  outbox: `workflow_id = 'payment/' || $1::uuid`,
}

/** What the database gives a row by itself. */
const given: Readonly<Record<string, readonly string[]>> = {
  event: ['position', 'feed_xid'],
  delivery: ['position'],
  outbox: ['id'],
}

/** Reads what the creation of a payment has written in its transaction; the counter of its shop and the messages to mailboxes left out. */
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

/** An hour older than it is: the signer, which looks at what is new, has nothing to do with copies of it. */
const aged = (row: Readonly<Record<string, unknown>>) =>
  typeof row['created_at'] === 'string' ? { ...row, created_at: new Date(Date.parse(row['created_at']) - HOUR_MS) } : row

/** Ids of the rows, and the address in each of its spellings. */
function uniqueIn(tables: readonly TableRows[]): string[] {
  const values = tables.flatMap(({ rows }) => rows.flatMap(({ id, address }) => [id, address]))
  return [...new Set(values.filter((value) => typeof value === 'string'))]
}
