import { cpus } from 'node:os'
import type { LastRun } from './last-run.ts'

const SLOWEST = 40

/** The page of the files that took longest in a run; `beside` says what else the machine did, where that was not nothing. */
export function slowestPage({ minutes, tests, endedAt, durations }: LastRun, beside = 'with nothing beside it'): string {
  const files = Object.entries(durations).toSorted(([, a], [, b]) => b - a)
  const sum = files.reduce((seconds, [, own]) => seconds + own, 0)
  const rows = files
    .slice(0, SLOWEST)
    .map(([path, seconds]) => `| \`${path}\` | ${seconds.toFixed(1)} | ${((100 * seconds) / sum).toFixed(1)} |`)
  return `<!-- Written by \`npm run slowest\` from the last whole run of \`npm test\`; do not edit. Times vary, so nothing checks that it is fresh. -->

# Slowest test files

The ${rows.length} files that took longest in a run of ${files.length} files with ${tests} tests, which took ${minutes.toFixed(1)} minutes on ${cpus().length} processors, ${beside},
${endedAt.slice(0, 10)}. Files run side by side, so their seconds add up to more: ${(sum / 60).toFixed(1)} minutes.

| file | seconds | % of all |
| --- | --- | --- |
${rows.join('\n')}
`
}
