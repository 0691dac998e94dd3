import { readText } from '../search.ts'

/** What a list is narrowed to by a status; its page begins behind `offset` rows. */
export interface ListFilters {
  readonly status?: string | undefined
  readonly offset?: string | undefined
}

/** The filters in an address; other parameters are skipped. */
export const readListFilters = ({ status, offset }: Readonly<Record<string, unknown>>): ListFilters =>
  present({ status: readText(status), offset: readText(offset) })

/** The filters without those that are not set, so that an address does not name them. */
export const present = <Filters extends object>(filters: Filters): Filters =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined)) as Filters

const PAGE = 50

/** The rows that a page of a list asks for. */
export const pageAt = (offset: string | undefined) => ({ limit: PAGE, ...(offset !== undefined && { offset }) })

/** Where the next page begins; undefined on the last one. */
export function nextOffset({ offset, limit, total }: { readonly offset: number; readonly limit: number; readonly total: number }) {
  return offset + limit < total ? String(offset + limit) : undefined
}
