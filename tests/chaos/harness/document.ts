import { execFileSync } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { machine } from '../../support/machine.ts'
import type { Plan } from './plan.ts'
import type { Outcome } from './run-chaos.ts'

const root = join(import.meta.dirname, '../../..')
const file = join(root, 'docs/generated/chaos.md')

const HEAD = `<!-- Written by \`npm run chaos -- --write\`; do not edit. -->

# Chaos

Results of \`npm run chaos\`: a seeded plan of payments, escrows, series, card payments, invoices, Lightning payments, kills and lies, judged by a program that shares no code with the gateway.
Lost: payments without their due end. Doubled: payouts sent more than once. Other: further sentences of the oracle that did not hold.
Confirmed to broadcast: the aim is a p99 of at most 5 s where nothing is killed, and of at most 60 s under faults.
Audit and replay: whether \`npm run audit\` and \`npm run replay\` found no violation after the run.
The same seed draws the same plan at the same commit; runs without a commit are older than that.
Not covered: clock jumps and a full disk. A process's clock cannot be set without the clock of the machine and its judge; a disk of limited size can be
mounted by an administrator only. A stopped process sleeps for at most 40 s, or 12 s in a run of 3 minutes or less, and then stays awake for 30 s, as does
every other process that a chain’s payouts need: two consecutive sleeps would exceed the minute allowed to send.
`

const TABLE = `| seed | payments | escrows | series | cards | invoices | Lightning | kills | lost | doubled | other | confirmed to broadcast | took | on | audit and replay |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |`
/** Writes a run into the document, replacing an earlier one with the same parameters. Returns the document's path. */
export async function writeOutcome(plan: Plan, outcome: Outcome, tookMs: number): Promise<string> {
  const earlier = await readFile(file, 'utf8').catch(() => '')
  const key = `| ${[plan.seed, plan.payments, plan.escrows, plan.series, plan.cards, plan.invoices, plan.sends, plan.kills].join(' | ')} |`
  const kept = earlier.split('\n').filter((line) => /^\| .* \| \d+ \| \d+ \|/.test(line) && !line.startsWith(key))
  await mkdir(dirname(file), { recursive: true })
  const rows = [...kept, `${key} ${cellsOf(outcome, tookMs).join(' | ')} |`]
  await writeFile(file, `${[HEAD, sumOf(rows), '', TABLE, ...rows].join('\n')}\n`)
  return relative(root, file)
}

/** What all runs together have proven; other pages link here instead of repeating figures that the next run outdates. */
export function sumOf(rows: readonly string[]): string {
  const sums = [0, 0, 0, 0, 0, 0, 0, 0, 0]
  for (const row of rows) for (const at of sums.keys()) sums[at] = (sums[at] ?? 0) + Number(row.split('|')[at + 2])
  const [payments, escrows, series, cards, invoices, sends, kills, lost, doubled] = sums.map((sum) => sum.toLocaleString('en'))
  return `All runs together: ${payments} payments, ${escrows} escrows, ${series} series, ${cards} card payments, ${invoices} invoices and ${sends} Lightning payments under ${kills} kills; ${lost} lost, ${doubled} doubled.`
}

function cellsOf({ findings }: Outcome, tookMs: number): string[] {
  const failuresOf = (id: string): string => String(findings.find((finding) => finding.id === id)?.failures ?? 'not judged')
  const other = findings.flatMap(({ id, failures }) => (failures > 0 && /^C(?![12]$)/.test(id) ? [id] : []))
  const own = ['audit', 'replay'].map((id) => `${id} ${failuresOf(id) === '0' ? 'clean' : 'BROKEN'}`)
  const speed = findings.find(({ id }) => id === 'C12')?.figure ?? ''
  const day = new Date().toISOString().slice(0, 10)
  return [
    failuresOf('C1'),
    failuresOf('C2'),
    other.join(', ') || 'none',
    speed,
    `${(tookMs / 60_000).toFixed(1)} min`,
    `${day}, commit ${commit()}, ${machine()}`,
    own.join(', '),
  ]
}

const commit = (): string => execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim()
