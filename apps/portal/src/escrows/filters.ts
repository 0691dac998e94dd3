import type { Inputs } from '../trpc.ts'
import { type ListFilters, pageAt, present, readListFilters } from '../ui/list/list-filters.ts'
import { readText } from '../ui/search.ts'

/** What the list of escrows is narrowed to. It is the search of the page, so that every filter is a link. */
export interface EscrowFilters extends ListFilters {
  readonly q?: string | undefined
}

/** The filters in an address; other parameters are skipped. */
export const readEscrowFilters = (search: Readonly<Record<string, unknown>>): EscrowFilters =>
  present({ ...readListFilters(search), q: readText(search['q']) })

/** The filters as the list of escrows takes them. */
export const filterInput = (businessId: string, { q, status, offset }: EscrowFilters) =>
  ({ businessId, ...pageAt(offset), ...present({ q, status }) }) as Inputs['escrows']['portal']['list']
