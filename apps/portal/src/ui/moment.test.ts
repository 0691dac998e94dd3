import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Moment, relativeTo } from './moment.tsx'

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

test.each([
  [-365, true],
  [-200, false],
  [0, false],
  [200, false],
  [365, true],
])('a time %i days from now has its year with it: %s', (days, hasYear) => {
  const time = new Date(Date.now() + days * 24 * 60 * 60 * 1000)
  for (const isPrecise of [false, true]) {
    const markup = renderToStaticMarkup(createElement(Moment, { at: time.toISOString(), isPrecise }))
    expect(markup.replace(/<[^>]*>/g, '').includes(String(time.getFullYear()))).toBe(hasYear)
  }
})
