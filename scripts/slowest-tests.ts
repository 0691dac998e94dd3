import { writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { readLastRun } from './last-run.ts'

const SLOWEST = 40

// `npm run slowest`, after `npm test` on a calm machine: writes which files took longest in it.
const { minutes, tests, durations } = readLastRun()
const files = Object.entries(durations).toSorted(([, a], [, b]) => b - a)
const sum = files.reduce((seconds, [, own]) => seconds + own, 0)
const rows = files
  .slice(0, SLOWEST)
  .map(([path, seconds]) => `| \`${path}\` | ${seconds.toFixed(1)} | ${((100 * seconds) / sum).toFixed(1)} |`)
writeFileSync(
  join(import.meta.dirname, '../docs/generated/slowest-tests.md'),
  `<!-- Written by \`npm run slowest\` from the last run of vitest; do not edit. -->

# Slowest test files

The ${rows.length} files that took longest in a run of ${files.length} files with ${tests} tests, which took ${minutes.toFixed(1)} minutes on ${cpus().length} processors, ${new Date().toISOString().slice(0, 10)}. Files run side by
side, so their seconds, hooks and imports included, add up to more: ${(sum / 60).toFixed(1)} minutes.

| file | seconds | % of all |
| --- | --- | --- |
${rows.join('\n')}
`,
)
