import { expect, test } from 'vitest'
import type { Table } from '../section.ts'
import { sideBySide } from './side-by-side.ts'

const run = (perSecond: string, p99: string, name = 'list'): Table => ({
  head: ['route', 'per second', 'p99'],
  rows: [[name, perSecond, p99]],
})

test('both builds have the median of their runs, and the ratio is this build to the other', () => {
  const other = [run('300', '250 ms'), run('100', '901 ms'), run('200', '9.5 ms')]
  const own = [run('900', '100 ms'), run('800', '50 ms'), run('1000', '60 ms')]
  expect(sideBySide({ other, own }, 'dee40013')).toEqual({
    head: ['figure', 'dee40013', 'this build', 'ratio'],
    rows: [
      ['list: per second', '200', '900', '4.50 ×'],
      ['list: p99', '250 ms', '60 ms', '0.24 ×'],
    ],
  })
})

test('a figure that one build lacks, or that was nothing before, has no ratio', () => {
  const { rows } = sideBySide(
    { other: [run('0', '1 ms'), run('5', '–', 'old')], own: [run('4', '1 ms'), run('6', '–', 'new')] },
    'dee40013',
  )
  expect(rows).toEqual([
    ['list: per second', '0', '4', '–'],
    ['list: p99', '1 ms', '1 ms', '1.00 ×'],
    ['new: per second', '–', '6', '–'],
    ['old: per second', '5', '–', '–'],
  ])
})
