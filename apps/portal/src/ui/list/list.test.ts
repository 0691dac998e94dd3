import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { List, type ListProps } from './list.tsx'

interface Apple {
  readonly id: string
  readonly colour: string
}

const given: ListProps<Apple> = {
  found: { error: null, refetch: () => Promise.resolve() },
  rows: [{ id: 'a', colour: 'red' }],
  label: 'Apples',
  columns: [{ id: 'colour', head: 'Colour', cell: ({ colour }) => colour }],
  none: 'No apple yet',
  cursor: undefined,
  next: null,
  onPage: () => {},
}
const shown = (props: Partial<ListProps<Apple>>) => renderToStaticMarkup(createElement(List<Apple>, { ...given, ...props }))
const lost = { error: new Error('lost'), refetch: () => Promise.resolve() }

test('a list shows its rows, how many there are, and the way to older ones', () => {
  const html = shown({ count: '2 apples', next: '50' })
  expect(html).toContain('<td>red</td>')
  expect(html).toMatch(/2 apples.*Newest.*Older/)
})

test('an empty list says so in place of its rows', () => {
  expect(shown({ rows: [] })).toBe('No apple yet')
})

test('a list that could not be loaded says what goes on meanwhile', () => {
  const html = shown({ found: lost, rows: undefined, meanwhile: 'They go on growing.' })
  expect(html).toContain('Apples could not be loaded')
  expect(html).toContain('They go on growing.')
})

test('rows that were loaded once stay when a refresh fails', () => {
  expect(shown({ found: lost })).toBe(shown({}))
})
