import type { Operation } from './operation.ts'

type Members = Readonly<Record<string, unknown>>
type List = NonNullable<Operation['list']>

/**
 * Every row of a list, page after page.
 * The newest rows come first, so a new one pushes others onto the next page: rows already returned are skipped by their id.
 */
export async function* readAll(
  readPage: (query: Members) => Promise<unknown>,
  { list, query }: { readonly list: List; readonly query: Members },
): AsyncGenerator<unknown, void, undefined> {
  const given = new Set<unknown>()
  for (let next: Members | undefined = query; next;) {
    // The API describes its lists as objects.
    const page = (await readPage(next)) as Members
    const rows = rowsOf(page, list)
    for (const row of rows) {
      const id = idOf(row)
      if (id !== undefined && given.has(id)) continue
      given.add(id)
      yield row
    }
    next = rows.length > 0 ? following[list.by]({ page, query: next, count: rows.length }) : undefined
  }
}

const following: Readonly<Record<List['by'], (read: { page: Members; query: Members; count: number }) => Members | undefined>> = {
  offset: ({ page, query, count }) => {
    const { has_more: hasMore, offset } = page['pagination'] as { has_more: boolean; offset: number }
    return hasMore ? { ...query, offset: offset + count } : undefined
  },
  after: ({ page, query }) => (page['has_more'] === true ? { ...query, after: page['next_cursor'] } : undefined),
}

function rowsOf(page: Members, { items }: List): readonly unknown[] {
  const rows = page[items]
  if (!Array.isArray(rows)) throw new TypeError(`the answer has no ${items}`)
  return rows
}

const idOf = (row: unknown): unknown => (typeof row === 'object' && row !== null && 'id' in row ? row.id : undefined)
