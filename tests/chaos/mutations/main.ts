import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { machine } from '../../support/machine.ts'
import { catchMutation, type Hunt } from './catch-mutation.ts'
import { findMutations } from './mutation.ts'

/** `npm run mutations [-- 04 12] [--write]`: applies all, or those with these prefixes, and exits 1 when one is not caught. */
const { values, positionals } = parseArgs({ options: { write: { type: 'boolean', default: false } }, allowPositionals: true })
const say = (line: string): void => void process.stdout.write(`${line}\n`)

const document = join(import.meta.dirname, '../../../docs/generated/mutations.md')
const NOTHING = '**nothing**'
const HEAD = `<!-- Written by \`npm run mutations -- --write\`; do not edit. -->

# Mutations

Plausible mistakes, as patches in \`tests/chaos/mutations\`. Each is applied to a copy of the checkout, and the test named beside it must fail there.
The last column begins the SHA-256 of the patch that was applied.

| bug | what is wrong | caught by | seconds | patch |
| --- | --- | --- | --- | --- |`

const wanted = findMutations().filter(({ name }) => positionals.length === 0 || positionals.some((start) => name.startsWith(start)))
if (wanted.length === 0) throw new Error(`no mutation begins with ${positionals.join(' or ')}`)
const hunts: Hunt[] = []
for (const bug of wanted) {
  const hunt = await catchMutation(bug)
  hunts.push(hunt)
  say(
    `${hunt.caughtBy === undefined ? '✗' : '✓'} ${bug.name.padEnd(32)} ${hunt.seconds.toFixed(0).padStart(4)} s  ${hunt.caughtBy ?? `NOT CAUGHT: ${hunt.problem}`}`,
  )
  if (hunt.said !== undefined) say(`  ${hunt.said}`)
}
const caught = hunts.filter(({ caughtBy }) => caughtBy !== undefined)
say(`\n${caught.length} of ${hunts.length} mutations were caught`)
if (values.write) await writeDocument()
process.exit(caught.length === hunts.length ? 0 : 1)

/** Bugs that were not run this time keep their earlier rows. */
async function writeDocument(): Promise<void> {
  const earlier = (await readFile(document, 'utf8').catch(() => '')).split('\n').filter((line) => /^\| \d/.test(line))
  const rows = findMutations().flatMap(({ name }) => {
    const hunt = hunts.find(({ bug }) => bug.name === name)
    return hunt ? [rowOf(hunt)] : earlier.filter((line) => line.startsWith(`| ${name} |`))
  })
  const found = rows.filter((row) => !row.includes(NOTHING)).length
  await mkdir(dirname(document), { recursive: true })
  await writeFile(document, `${HEAD}\n${rows.join('\n')}\n\n${found} of ${rows.length} are caught. ${machine()}\n`)
}

function rowOf({ bug, caughtBy, seconds }: Hunt): string {
  const catcher = caughtBy === undefined ? NOTHING : `\`${bug.testFile}\`: ${caughtBy.replaceAll('|', '\\|')}`
  return `| ${bug.name} | ${bug.what} | ${catcher} | ${seconds.toFixed(0)} | ${bug.digest} |`
}
