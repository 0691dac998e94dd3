import { expect, test } from 'vitest'
import { findPaths, read } from './sources.ts'

const code = findPaths('{apps,bench,packages,scripts,tests}/**/*.{ts,tsx,mjs,sol}')
const all = [...code, ...findPaths('{*,docs/**/*}.{md,ts}'), 'package.json', ...findPaths('{apps,bench,packages,tests}/**/*.{md,json}')]

/** Each pattern is written so that it does not match itself. */
const forbidden: readonly { readonly title: string; readonly pattern: RegExp; readonly files: readonly string[] }[] = [
  { title: 'no test is skipped', pattern: /\b(?:test|it|describe|suite)(?:\.\w+)*\.[s]kip\b|\.[s]kip\(|\b[x]it\(/, files: code },
  { title: 'no test runs alone', pattern: /\b(?:test|it|describe|suite)(?:\.\w+)*\.[o]nly\b|\.[o]nly\(/, files: code },
  { title: 'no file has a to-do marker', pattern: /\b(?:[T]ODO|[F]IXME|[X]XX|[H]ACK)\b/, files: all },
  { title: 'no file contains a path of a local machine', pattern: /(?<![\w./])\/(?:[w]ork|[r]oot|[h]ome\/\w+|[U]sers\/\w+)\b/, files: all },
  {
    title: 'only scripts, benchmarks and tests write to the console',
    pattern: /\b[c]onsole\.\w+\(/,
    files: code.filter((path) => !/^scripts\/|^bench\/|\.test\.ts$/.test(path)),
  },
  {
    title: 'only config.ts reads the environment',
    pattern: /\b[p]rocess\.env\b|\b[p]rocess\['env'\]/,
    files: code.filter((path) => !/^(scripts|packages\/devnet|tests\/support)\/|^apps\/.*\/config\.ts$/.test(path)),
  },
]

test.each(forbidden)('$title', ({ pattern, files }) => {
  const found = files.flatMap((path) =>
    read(path)
      .split('\n')
      .flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1}: ${line.trim().slice(0, 100)}`] : [])),
  )
  expect(found).toEqual([])
})
