import express from 'express'
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import type { PaymentRows, TableRows } from './payment-rows.ts'

// What the rows of a payment cost by themselves: one route that writes those of another payment under ids of their own, together with others as the
// product does, and neither asks who calls nor prices, limits, signs or shows anything.
const [, , databaseUrl, port, poolSize, text = '{}'] = process.argv
const { tables, unique }: PaymentRows = JSON.parse(text)
const MOST_TOGETHER = 50
const TAIL_BYTES = 6
const TAIL_LETTERS = 2 * TAIL_BYTES

const pool = new pg.Pool({ connectionString: databaseUrl, max: Number(poolSize) })
const templates = tables.map(({ rows }) => rows.map((row) => JSON.stringify(row)).join())
const statement = `WITH ${tables.map(insertOf).join()} SELECT`
const anyUnique = new RegExp(unique.join('|'), 'g')
const waiting: (() => void)[] = []
let isWriting = false

const app = express()
app.use(express.json())
app.post('/rows', async (_request, response) => {
  await written()
  response.status(201).json({ isWritten: true })
})
app.listen(Number(port), '127.0.0.1')

function written(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve)
    if (isWriting) return
    isWriting = true
    setImmediate(() => void writeWaiting())
  })
}

async function writeWaiting(): Promise<void> {
  while (waiting.length > 0) {
    const group = waiting.splice(0, MOST_TOGETHER)
    const payments = group.map(freshRows)
    const parameters = templates.map((_, place) => `[${payments.map((rows) => rows[place]).join()}]`)
    await pool.query({ name: 'payments', text: statement, values: parameters })
    for (const answer of group) answer()
  }
  isWriting = false
}

/** The rows of another payment, as text for each table: ids and addresses end differently, and the same in all of them. */
function freshRows(): string[] {
  const tails = new Map<string, string>()
  const renamed = (value: string): string => {
    const tail = tails.get(value.toLowerCase()) ?? randomBytes(TAIL_BYTES).toString('hex')
    tails.set(value.toLowerCase(), tail)
    return value.slice(0, -TAIL_LETTERS) + tail
  }
  return templates.map((template) => template.replaceAll(anyUnique, renamed))
}

function insertOf({ table, columns }: TableRows, place: number): string {
  const list = columns.map((column) => `"${column}"`).join()
  return `"new_${table}" AS (INSERT INTO "${table}" (${list})
    SELECT ${list} FROM json_populate_recordset(NULL::"${table}", $${place + 1}::json) RETURNING 1)`
}
