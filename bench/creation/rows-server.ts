import { insertStatement } from '@gateway/db/kernel/insert-together'
import { runStatement } from '@gateway/db/kernel/run-statement'
import { openOrm } from '@gateway/db/orm'
import { batched } from '@gateway/operations/kernel/batch-calls'
import express from 'express'
import { randomBytes } from 'node:crypto'
import type { PaymentRows } from './payment-rows.ts'

// A route that writes copies of a payment's rows under new ids, grouped into one statement as the api does it. It authenticates, prices, limits,
// signs and presents nothing.
const [, , databaseUrl = '', port, poolSize, text = '{}'] = process.argv
const { tables, unique }: PaymentRows = JSON.parse(text)
const MAX_BATCH = 50
const TAIL_BYTES = 6
const TAIL_LETTERS = 2 * TAIL_BYTES

const orm = await openOrm({ url: databaseUrl, poolSize: Number(poolSize) })
const templates = tables.map(({ rows }) => rows.map((row) => JSON.stringify(row)).join())
const statement = insertStatement(tables)
const anyUnique = new RegExp(unique.join('|'), 'g')

const write = batched({
  most: MAX_BATCH,
  work: async ({ em }, payments: readonly (readonly string[])[]) => {
    const parameters = templates.map((_, place) => `[${payments.map((rows) => rows[place]).join()}]`)
    await runStatement(em.fork(), statement, parameters)
    return payments
  },
})

const app = express()
app.use(express.json())
app.post('/rows', async (_request, response) => {
  await write(orm, freshRows())
  response.status(201).json({ isWritten: true })
})
app.listen(Number(port), '127.0.0.1')

/** The rows of a further payment, as text for each table: its ids and addresses get new endings, the same in every table. */
function freshRows(): string[] {
  const tails = new Map<string, string>()
  const renamed = (value: string): string => {
    const tail = tails.get(value.toLowerCase()) ?? randomBytes(TAIL_BYTES).toString('hex')
    tails.set(value.toLowerCase(), tail)
    return value.slice(0, -TAIL_LETTERS) + tail
  }
  return templates.map((template) => template.replaceAll(anyUnique, renamed))
}
