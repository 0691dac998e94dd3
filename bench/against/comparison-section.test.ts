import { expect, test } from 'vitest'
import { comparisonsOf, comparisonTitle } from './comparison-section.ts'

const aims = [{ text: 'lists at least 4 ×', column: 'ratio', rows: /^list.*: per second$/, min: 4 }]
const section = { title: 'Reading', intro: 'How fast reads are.', aimsAgainst: { dee40013: aims } }

test('a section has the comparisons that bear its title, each with the aims against its commit', () => {
  const titles = [
    'Reading',
    comparisonTitle('dee40013', 'Reading'),
    comparisonTitle('dee40013', 'Reading lists'),
    comparisonTitle('a06a1948', 'Reading'),
  ]
  const found = comparisonsOf(section, titles)
  expect(found.map(({ title, aims: its }) => [title, its])).toEqual([
    ['Against dee40013: Reading', aims],
    ['Against a06a1948: Reading', []],
  ])
  expect(found[0]?.intro).toContain('The ratio is this build to dee40013.')
})
