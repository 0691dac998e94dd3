import { writeFileSync } from 'node:fs'
import pg from 'pg'
import { books } from './books.ts'
import { cards } from './cards.ts'
import { readCase } from './case.ts'
import { deliveries } from './deliveries.ts'
import { dueEnds } from './ends.ts'
import { invoices } from './invoices.ts'
import type { Check, Finding } from './judgement.ts'
import { counted, finished, swift } from './leftovers.ts'
import { sends } from './sends.ts'
import { outcomes } from './outcomes.ts'
import { readMoney } from './read-money.ts'
import { validSignatures } from './signatures.ts'
import { knownSpends, singleSpends } from './spends.ts'

/** Judges a run that has come to rest: `node main.ts <case file> <verdict file>`. Prints a table, then every row that breaks a sentence, and ends with 1. */
const checks: readonly Check[] = [
  dueEnds,
  singleSpends,
  knownSpends,
  validSignatures,
  books,
  outcomes,
  deliveries,
  sends,
  cards,
  invoices,
  counted,
  finished,
  swift,
]
const say = (line: string): void => void process.stdout.write(`${line}\n`)

const [caseFile = '', verdictFile = ''] = process.argv.slice(2)
const judged = readCase(caseFile)
const sql = new pg.Client(judged.databaseUrl)
await sql.connect()
const money = await readMoney(judged)

const broken: string[] = []
const findings: Finding[] = []
for (const { id, sentence, find } of checks) {
  const { figure, broken: rows, failures = rows.length } = await find({ judged, sql, money })
  say(`${id.padEnd(4)} ${rows.length === 0 ? 'holds ' : 'BROKEN'}  ${figure.padEnd(46)} ${sentence}`)
  findings.push({ id, sentence, figure, failures })
  broken.push(...rows.map((row) => `${id}: ${row}`))
}
await sql.end()
writeFileSync(verdictFile, JSON.stringify(findings))
if (broken.length > 0) say(`\n${broken.join('\n')}`)
process.exitCode = broken.length === 0 ? 0 : 1
