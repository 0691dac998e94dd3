import { expect, test } from 'vitest'
import { freshCursors } from './page-cursors.ts'

const rows = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id }))
const idOf = ({ id }: { id: string }): string => id

test('reads page after page and starts again after the last one', async () => {
  const cursors = freshCursors(2)
  const read = async (kind: 'untaken' | 'undecided') => {
    const page = await cursors.next(kind, async ({ after, limit }) => rows.filter(({ id }) => id > after).slice(0, limit), idOf)
    return page.map(idOf).join('')
  }
  const pages: string[] = []
  while (pages.length < 5) pages.push(await read('untaken'))
  expect(pages).toEqual(['ab', 'cd', 'e', 'ab', 'cd'])
  expect(await read('undecided')).toBe('ab')
})
