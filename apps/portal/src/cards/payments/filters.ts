import type { Inputs } from '../../trpc.ts'
import { readText } from '../../ui/search.ts'

const names = ['q', 'status', 'kind', 'from', 'to', 'cursor'] as const

/** What the list of card payments is narrowed to. It is the search of the page, so that every filter is a link. */
export type CardFilters = Readonly<Partial<Record<(typeof names)[number], string | undefined>>>

type ListInput = Inputs['cards']['portal']['list']

/** The filters in an address; other parameters are skipped. */
export const readCardFilters = (search: Readonly<Record<string, unknown>>): CardFilters =>
  Object.fromEntries(names.map((name) => [name, readText(search[name])] as const).filter(([, value]) => value !== undefined))

/** The filters as the list and the export of card payments take them. */
export function cardFilterInput(businessId: string, { q, status, kind, from, to }: CardFilters): ListInput {
  return {
    businessId,
    ...(q && { q }),
    ...(status && { statuses: status.split(',') }),
    ...(kind && { kind }),
    ...(from && { dateFrom: from }),
    ...(to && { dateTo: to }),
  } as ListInput
}

const queryNames = {
  businessId: 'business_id',
  q: 'q',
  statuses: 'statuses',
  kind: 'kind',
  dateFrom: 'date_from',
  dateTo: 'date_to',
} as const

/** The address of the export of the same card payments. */
export function cardExportAddress(businessId: string, filters: CardFilters): string {
  const input: Readonly<Record<string, unknown>> = cardFilterInput(businessId, filters)
  const search = new URLSearchParams()
  for (const [name, query] of Object.entries(queryNames)) {
    const value = input[name]
    if (typeof value === 'string') search.set(query, value)
    if (Array.isArray(value)) search.set(query, value.join(','))
  }
  return `/portal/card-payments.csv?${search}`
}
