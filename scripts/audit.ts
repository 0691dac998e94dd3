import { messageOf } from '@gateway/domain/kernel/error'
import { type BrokenInvariant, brokenInvariants, invariants } from '@gateway/db/ledger/queries'
import { openOrm } from '@gateway/db/orm'
import { findTarget, type Target } from './audit/target.ts'
import { findSpentDeposits, unspentDeposits } from './audit/unspent-deposits.ts'

const BROKEN = 1
const COULD_NOT_RUN = 2

process.exitCode = await audit().catch((error: unknown) => {
  console.error(`The audit could not run: ${messageOf(error)}`)
  return COULD_NOT_RUN
})

/** Checks the book, the events and the usage of a database, and its deposits against the nodes; prints what it found. */
async function audit(): Promise<number> {
  const { databaseUrl, nodes } = findTarget(process.env)
  const orm = await openOrm({ url: databaseUrl, poolSize: 1 })
  try {
    const broken = await brokenInvariants(orm.em.fork())
    const { broken: spent, asked } = await findSpentDeposits(orm.em.fork(), nodes)
    const all = spent ? [...broken, spent] : broken
    printTable(all, { asked, nodes })
    for (const invariant of all) printRows(invariant)
    console.log(all.length === 0 ? '\nEvery invariant holds.' : `\n${all.length} of ${invariants.length + 1} invariants are broken.`)
    return all.length === 0 ? 0 : BROKEN
  } finally {
    await orm.close()
  }
}

function printTable(broken: readonly BrokenInvariant[], { asked, nodes }: { asked: number } & Pick<Target, 'nodes'>): void {
  const countOf = ({ sentence }: { sentence: string }): number => broken.find((invariant) => invariant.sentence === sentence)?.count ?? 0
  const silent = (['BTC', 'ETH'] as const).filter((chain) => !nodes[chain])
  const reach = `${asked} places asked about${silent.length > 0 ? `; no node of ${silent.join(' and ')} is known` : ''}`
  const rows = [...invariants.map((invariant) => ({ invariant, note: '' })), { invariant: unspentDeposits, note: reach }]
  console.log(`${'I'.padEnd(5)}${'broken'.padStart(7)}   sentence`)
  for (const { invariant, note } of rows)
    console.log(`${invariant.id.padEnd(5)}${String(countOf(invariant)).padStart(7)}   ${invariant.sentence}${note && ` – ${note}`}`)
}

function printRows({ id, sentence, count, first }: BrokenInvariant): void {
  console.log(`\n${id}: ${sentence}; broken by ${count} row${count === 1 ? '' : 's'}, of which:`)
  for (const row of first)
    console.log(`  ${JSON.stringify(row, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value))}`)
}
