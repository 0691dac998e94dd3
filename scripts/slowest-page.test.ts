import { expect, test } from 'vitest'
import { slowestPage } from './slowest-page.ts'

const durations = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`tests/${at}.test.ts`, at]))
const page = slowestPage({ minutes: 9.04, tests: 120, endedAt: '2027-01-02T03:04:05.000Z', durations }, 'beside a build')

test('the page lists the forty slowest files of a run, the slowest first, with their share of all seconds', () => {
  const rows = page.split('\n').filter((line) => line.startsWith('| `'))
  expect(rows).toHaveLength(40)
  expect(rows[0]).toBe('| `tests/49.test.ts` | 49.0 | 4.0 |')
  expect(rows.at(-1)).toBe('| `tests/10.test.ts` | 10.0 | 0.8 |')
})

test('the page says of which run it is, and what ran beside it', () => {
  expect(page).toContain('The 40 files that took longest in a run of 50 files with 120 tests, which took 9.0 minutes')
  expect(page).toContain(', beside a build,\n2027-01-02.')
  expect(page).toContain('add up to more: 20.4 minutes.')
})
