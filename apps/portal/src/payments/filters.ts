import type { Inputs } from '../trpc.ts'
import { readText } from '../ui/search.ts'

const names = ['q', 'status', 'asset', 'exception', 'from', 'to', 'min', 'max', 'cursor'] as const

/** What the list of payments is narrowed to. It is the search of the page, so that every filter is a link; lists are separated by commas. */
export type PaymentFilters = Readonly<Partial<Record<(typeof names)[number], string | undefined>>>

type ListInput = Inputs['payments']['portal']['list']

/** The filters in an address; other parameters are skipped. */
export const readFilters = (search: Readonly<Record<string, unknown>>): PaymentFilters =>
  Object.fromEntries(names.map((name) => [name, readText(search[name])] as const).filter(([, value]) => value !== undefined))

/** The filters as the list and the export of payments take them. */
export function filterInput(businessId: string, { q, status, asset, exception, from, to, min, max }: PaymentFilters): ListInput {
  return {
    businessId,
    ...(q && { q }),
    ...(status && { statuses: listed(status) }),
    ...(asset && { assets: listed(asset) }),
    ...(exception && { exceptions: listed(exception) }),
    ...(from && { dateFrom: from }),
    ...(to && { dateTo: to }),
    ...(min && { minUsd: min }),
    ...(max && { maxUsd: max }),
  } as ListInput
}

const listed = (text: string): string[] => text.split(',')

/** The address of the export of the same payments. */
export function exportAddress(businessId: string, filters: PaymentFilters): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(filterInput(businessId, filters)))
    for (const one of Array.isArray(value) ? value : [value]) search.append(snakeCase(name), String(one))
  return `/portal/payments.csv?${search}`
}

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (char) => `_${char.toLowerCase()}`)
