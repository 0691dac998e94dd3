import { describe, expect, test } from 'vitest'
import { findEntries, groupResults, markedParts, type SearchEntry } from './rank.ts'

const entry = (title: string, about = '', kind: SearchEntry['kind'] = 'Guides'): SearchEntry => ({
  kind,
  title,
  page: 'Page',
  href: `/${title}`,
  about,
})
const entries = [
  entry('Refunds', 'How held money is returned'),
  entry('When a payment goes wrong', 'Every exception and refund'),
  entry('payment.refunded', 'A refund is final', 'Events'),
  entry('RATE_LIMITED', '429', 'Errors'),
]
const titles = (query: string, most = 10) => findEntries(entries, query, most).map(({ title }) => title)

describe('findEntries', () => {
  test('puts a title that begins with the query before titles that contain it, and those before texts that do', () => {
    expect(titles('refund')).toEqual(['Refunds', 'payment.refunded', 'When a payment goes wrong'])
  })

  test('finds entries with every word, in any order and case, in title, text or page', () => {
    expect(titles('EXCEPTION payment')).toEqual(['When a payment goes wrong'])
    expect(titles('429 page')).toEqual(['RATE_LIMITED'])
    expect(titles('refund nothing')).toEqual([])
  })

  test('finds nothing without a word, and at most as many as asked', () => {
    expect([titles(''), titles('  ')]).toEqual([[], []])
    expect(titles('refund', 1)).toEqual(['Refunds'])
  })
})

test('groupResults puts the kind of the best result first', () => {
  const groups = groupResults(findEntries(entries, 'refund final', 10).concat(findEntries(entries, 'refund', 10)))
  expect(groups.map(({ kind, entries: own }) => [kind, own.length])).toEqual([
    ['Events', 2],
    ['Guides', 2],
  ])
})

test('markedParts cuts a text at the words of a query and keeps every character of it', () => {
  expect(markedParts('Refund a payment', 'refund')).toEqual(['', 'Refund', ' a payment'])
  expect(markedParts('a (b) c', '(b')).toEqual(['a ', '(b', ') c'])
  expect(markedParts('unchanged', '')).toEqual(['unchanged'])
})
