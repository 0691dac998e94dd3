import { expect, test } from 'vitest'
import { relativeTo } from './moment.tsx'

const now = Date.parse('2026-10-14T12:40:00Z')

test.each([
  ['2026-10-12T12:40:00Z', '2 days ago'],
  ['2026-10-14T10:30:00Z', '2 hours ago'],
  ['2026-10-14T12:39:00Z', '1 minute ago'],
  ['2026-10-14T12:39:55Z', '5 seconds ago'],
  ['2026-10-14T12:40:00Z', 'in 0 seconds'],
  ['2026-10-14T12:56:00Z', 'in 16 minutes'],
])('%s is told in the largest unit that fits: %s', (at, told) => {
  expect(relativeTo(at, now)).toBe(told)
})
