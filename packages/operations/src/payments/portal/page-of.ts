import type { CountedPage } from '@gateway/contract/wire/cursor'

interface Bounds {
  readonly limit: number
  /** How many match, counted one beyond `most`. */
  readonly counted: number
  readonly most: number
}

/** The page of rows of which one more than its limit was read. */
export function pageOf<Row extends { readonly id: string }>(found: readonly Row[], { limit, counted, most }: Bounds): CountedPage<Row> {
  const rows = found.slice(0, limit)
  const nextCursor = found.length > rows.length ? (rows.at(-1)?.id ?? null) : null
  return { rows, nextCursor, total: Math.min(counted, most), isCapped: counted > most }
}

const EXPORT_PAGE = 500
const SEARCHED_PAGE = 5_000

/** Reads what an export has, a page at a time; larger pages of what is searched, because each page searches anew. */
export async function* exportPages<Row extends { readonly id: string }>(
  { search }: { readonly search: object | undefined },
  read: (page: { readonly after: string | undefined; readonly limit: number }) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  const limit = search ? SEARCHED_PAGE : EXPORT_PAGE
  let after: string | undefined
  for (;;) {
    const page = await read({ after, limit })
    yield page
    if (page.length < limit) return
    after = page.at(-1)?.id
  }
}
