import { expect, test } from 'vitest'
import { readAll } from './read-all.ts'

async function collected(rows: AsyncIterable<unknown>): Promise<unknown[]> {
  const all: unknown[] = []
  for await (const row of rows) all.push(row)
  return all
}

test('readAll follows the cursors of a feed to its end', async () => {
  const pages = new Map<unknown, unknown>([
    [undefined, { events: [{ id: 'evt_1' }, { id: 'evt_2' }], next_cursor: 'evt_2', has_more: true }],
    ['evt_2', { events: [{ id: 'evt_3' }], next_cursor: 'evt_3', has_more: false }],
  ])
  const asked: unknown[] = []
  const readPage = async (query: Readonly<Record<string, unknown>>) => {
    asked.push(query)
    return pages.get(query['after'])
  }
  const rows = await collected(readAll(readPage, { list: { items: 'events', by: 'after' }, query: { types: 'payment.*' } }))
  expect(rows).toEqual([{ id: 'evt_1' }, { id: 'evt_2' }, { id: 'evt_3' }])
  expect(asked).toEqual([{ types: 'payment.*' }, { types: 'payment.*', after: 'evt_2' }])
})

test('readAll returns all rows without ids', async () => {
  const page = { rows: ['a', 'a'], pagination: { offset: 0, has_more: false } }
  expect(await collected(readAll(async () => page, { list: { items: 'rows', by: 'offset' }, query: {} }))).toEqual(['a', 'a'])
})

test('readAll throws on an answer without rows', async () => {
  const rows = readAll(async () => ({ success: true }), { list: { items: 'payments', by: 'offset' }, query: {} })
  await expect(rows.next()).rejects.toThrow('the answer has no payments')
})
