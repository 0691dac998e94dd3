import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { dirname, join } from 'node:path'

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

/** Parts that have passed with these sources: an interrupted run continues behind them. */
interface Progress {
  readonly sources: string
  readonly results: readonly Result[]
}

const TESTS = /^\d+ passed, \d+ failed, \d+ skipped$/
const root = join(import.meta.dirname, '..')
const progressFile = join(root, '.cache/test/deep.json')
// What `.ci/run` runs comes first. One command for each start of the servers, so that what one part leaves behind cannot disturb the next.
const parts: readonly Part[] = [
  {
    name: 'all tests at full size',
    command: ['vitest', 'run', '--project', 'pure', '--project', 'real', '--project', 'stories'],
    summary: TESTS,
  },
  { name: 'crash matrix', command: ['vitest', 'run', '--project', 'crash'], summary: TESTS },
  { name: 'long proofs', command: ['vitest', 'run', '--project', 'deep'], summary: TESTS },
  { name: 'every part of the bench, small', command: ['bench/main.ts', '--small'], summary: /every part of the bench ended$/ },
  { name: 'mutations', command: ['tests/chaos/mutations/main.ts', '--write'], summary: /mutations were caught$/ },
]

// `npm run test:deep`: runs every test at full size, the crash matrix and the mutations, and writes the result. Exits 1 when one fails.
// Parts that have passed with the same sources are not run again; `-- --afresh` runs all.
const commit = git('rev-parse', '--short', 'HEAD').trim()
const sources = nameSources()
const earlier = process.argv.includes('--afresh') ? [] : readProgress()
const results: Result[] = []
for (const [index, part] of parts.entries()) {
  const known = earlier.find(({ name }) => name === part.name)
  const result = known ?? (await run(part))
  results.push(result)
  writeProgress()
  const { name, passed, minutes, summary } = result
  console.log(
    `\n${passed ? '✓' : '✗'} part ${index + 1} of ${parts.length}, ${name}: ${summary}, ${minutes.toFixed(1)} min${known ? ', earlier' : ''}\n`,
  )
}
writeFileSync(join(root, 'docs/generated/deep.md'), documentOf(results))
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

/** The commit and what differs from it, without the documents that the parts write. */
function nameSources(): string {
  const sources = ['--', '.', ':!docs/generated']
  const digest = createHash('sha256')
    .update(git('rev-parse', 'HEAD'))
    .update(git('diff', 'HEAD', ...sources))
  const added = git('ls-files', '-z', '--others', '--exclude-standard', ...sources)
    .split('\0')
    .filter(Boolean)
  for (const path of added) digest.update(`${path}\n`).update(readFileSync(join(root, path)))
  return digest.digest('hex')
}

function git(...parameters: string[]): string {
  return execFileSync('git', parameters, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 30 })
}

function readProgress(): readonly Result[] {
  try {
    const progress = JSON.parse(readFileSync(progressFile, 'utf8')) as Progress // Written below.
    return progress.sources === sources ? progress.results : []
  } catch {
    return [] // Nothing has run yet.
  }
}

function writeProgress(): void {
  const progress: Progress = { sources, results: results.filter(({ passed }) => passed) }
  mkdirSync(dirname(progressFile), { recursive: true })
  writeFileSync(progressFile, JSON.stringify(progress))
}

function documentOf(all: readonly Result[]): string {
  const rows = all.map(
    ({ name, summary, minutes, passed }) => `| ${name} | ${passed ? 'passed' : '**failed**'} | ${summary} | ${minutes.toFixed(1)} |`,
  )
  return `<!-- Written by \`npm run test:deep\`; do not edit. -->

# Long proofs

Every test with every chain and at full size (10 000 schedules of the model), the crash matrix, the long proofs (60 payments, 12 escrows and 4 series under 12 kills, 50 generated
requests for each operation and phase, 20 rounds of each race), and the mutations. Aim: at most 60 minutes.

| part | result | last line | minutes |
| --- | --- | --- | --- |
${rows.join('\n')}

Commit ${commit}, ${new Date().toISOString().slice(0, 10)}, ${all.reduce((sum, { minutes }) => sum + minutes, 0).toFixed(0)} minutes on ${cpus().length} processors.
`
}
