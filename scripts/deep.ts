import { execFileSync, spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import { join } from 'node:path'

/** A part of the long proofs: a command, and the line of its output that says how it went. */
interface Part {
  readonly name: string
  readonly command: readonly string[]
  readonly summary: RegExp
}

interface Result {
  readonly name: string
  readonly minutes: number
  readonly summary: string
  readonly passed: boolean
}

const TESTS = /^\d+ passed, \d+ failed, \d+ skipped$/
const root = join(import.meta.dirname, '..')
// One command for each start of the servers: two projects of one run would each want a Postgres and a Temporal in the same folder.
const parts: readonly Part[] = [
  { name: 'all tests at full size', command: ['vitest', 'run', '--project', 'pure', '--project', 'real', '--project', 'stories'], summary: TESTS },
  { name: 'long proofs', command: ['vitest', 'run', '--project', 'deep'], summary: TESTS },
  { name: 'crash matrix', command: ['vitest', 'run', '--project', 'crash'], summary: TESTS },
  { name: 'every part of the bench, small', command: ['bench/main.ts', '--small'], summary: /every part of the bench ended$/ },
  { name: 'mutations', command: ['tests/chaos/mutations/main.ts', '--write'], summary: /mutations were caught$/ },
]

// `npm run test:deep`: runs every test at full size, the crash matrix and the mutations, and writes the result. Exits 1 when one fails.
const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim()
const results: Result[] = []
for (const part of parts) results.push(await run(part))
await writeFile(join(root, 'docs/generated/deep.md'), documentOf(results))
process.exitCode = results.every(({ passed }) => passed) ? 0 : 1

async function run({ name, command, summary }: Part): Promise<Result> {
  const startedAt = performance.now()
  const env = { ...process.env, TEST_TIER: 'deep' }
  const child = spawn(process.execPath, ['scripts/ensure.mjs', ...command], { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => {
    process.stdout.write(chunk)
    output += String(chunk)
  })
  const code = await new Promise<number | null>((done) => child.once('close', done))
  const line = output.split('\n').findLast((text) => summary.test(text.trim()))
  return { name, minutes: (performance.now() - startedAt) / 60_000, summary: line?.trim() ?? 'ended without a result', passed: code === 0 }
}

function documentOf(all: readonly Result[]): string {
  const rows = all.map(
    ({ name, summary, minutes, passed }) => `| ${name} | ${passed ? 'passed' : '**failed**'} | ${summary} | ${minutes.toFixed(1)} |`,
  )
  return `<!-- Written by \`npm run test:deep\`; do not edit. -->

# Long proofs

Every test with every chain and at full size (10 000 schedules of the model), the long proofs (60 payments, 12 escrows and 4 series under 12 kills, 50 generated requests for each
operation and phase, 20 rounds of each race), the crash matrix, and the mutations. Aim: at most 60 minutes.

| part | result | last line | minutes |
| --- | --- | --- | --- |
${rows.join('\n')}

Commit ${commit}, ${new Date().toISOString().slice(0, 10)}, ${all.reduce((sum, { minutes }) => sum + minutes, 0).toFixed(0)} minutes on ${cpus().length} processors.
`
}
