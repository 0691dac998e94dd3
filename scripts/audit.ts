import { servedChains } from '@gateway/chains/settings'
import { messageOf } from '@gateway/domain/kernel/error'
import { openOrm } from '@gateway/db/orm'
import { loginAs } from '@gateway/db/roles'
import { RECONCILIATION } from '@gateway/operations/invariants/reconciliation/reconcile-chain'
import { type Violations, findViolations, invariants } from '@gateway/operations/invariants/find-violations'
import { findMissingDeposits } from '@gateway/operations/invariants/reconciliation/find-missing-deposits'
import { findMissingTreasury } from '@gateway/operations/invariants/reconciliation/find-missing-treasury'
import { findUnrecordedDeposits } from '@gateway/operations/invariants/reconciliation/find-unrecorded-deposits'
import { findReplayedOtherwise, REPLAYED } from './audit/replayed-otherwise.ts'
import { findTarget, type Target } from './audit/target.ts'
import { findBrokenHistories, wholeHistories } from './audit/whole-histories.ts'
import { findBrokenReceipts, wholeReceipts } from './audit/whole-receipts.ts'
import { findBrokenDecisions, wholeDecisions } from './audit/whole-decisions.ts'

const BROKEN = 1
const COULD_NOT_RUN = 2
const MAX_SHOWN = 10
const coins = { id: 'I7', sentence: RECONCILIATION } as const
const unrecorded = {
  id: 'I7',
  sentence: 'every deposit on the newest thousand addresses of each chain is recorded (read from the nodes; "rescan" records missed ones)',
} as const
const all = [...invariants, coins, unrecorded, REPLAYED, wholeDecisions, wholeHistories, wholeReceipts]

process.exitCode = await audit().catch((error: unknown) => {
  console.error(`audit failed: ${messageOf(error)}`)
  return COULD_NOT_RUN
})

/** A broken invariant with its rows. */
type Finding = Pick<Violations, 'id' | 'sentence'> & { readonly rows: readonly object[] }

/** Checks ledger, events, usage, replays, decision log, histories and receipts of a database, and its deposits against the nodes; prints the violations. */
async function audit(): Promise<number> {
  const { databaseUrl, nodes } = findTarget(process.env)
  const orm = await openOrm({ url: loginAs('audit', databaseUrl), poolSize: 1 })
  try {
    const broken: Finding[] = (await findViolations(orm.em.fork())).map(({ hits, ...one }) => ({ ...one, rows: hits }))
    const looks = [await findMissingDeposits(orm.em.fork(), nodes), await findMissingTreasury(orm.em.fork(), nodes)]
    const missing = looks.flatMap((look) => look.missing)
    const asked = looks.reduce((sum, look) => sum + look.asked, 0)
    if (missing.length > 0) broken.push({ ...coins, rows: missing })
    const missed = await findUnrecordedDeposits(orm.em.fork(), nodes)
    if (missed.length > 0) broken.push({ ...unrecorded, rows: missed })
    const otherwise = await findReplayedOtherwise(orm)
    if (otherwise) broken.push(otherwise)
    const decisions = await findBrokenDecisions(orm.em.fork())
    if (decisions) broken.push(decisions)
    const histories = await findBrokenHistories(orm.em.fork())
    if (histories) broken.push(histories)
    const receipts = await findBrokenReceipts(orm.em.fork())
    if (receipts) broken.push(receipts)
    printTable(broken, { asked, nodes })
    for (const invariant of broken) printRows(invariant)
    console.log(broken.length === 0 ? '\nEvery invariant holds.' : `\n${broken.length} of ${all.length} invariants are broken.`)
    return broken.length === 0 ? 0 : BROKEN
  } finally {
    await orm.close()
  }
}

function printTable(broken: readonly Finding[], { asked, nodes }: { asked: number } & Pick<Target, 'nodes'>): void {
  const countOf = ({ sentence }: { sentence: string }): number =>
    broken.find((invariant) => invariant.sentence === sentence)?.rows.length ?? 0
  const silent = servedChains.filter((served) => !nodes.some(({ chain }) => chain === served))
  const reach = `${asked} addresses and outputs read${silent.length > 0 ? `; no node of ${silent.join(' and ')} is set` : ''}`
  console.log(`${'I'.padEnd(5)}${'broken'.padStart(7)}   sentence`)
  for (const invariant of all) {
    const note = invariant === coins ? ` – ${reach}` : ''
    console.log(`${invariant.id.padEnd(5)}${String(countOf(invariant)).padStart(7)}   ${invariant.sentence}${note}`)
  }
}

function printRows({ id, sentence, rows }: Finding): void {
  console.log(`\n${id}: ${sentence}; broken by ${rows.length} row${rows.length === 1 ? '' : 's'}, of which:`)
  for (const row of rows.slice(0, MAX_SHOWN))
    console.log(`  ${JSON.stringify(row, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value))}`)
}
