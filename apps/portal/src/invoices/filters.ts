import type { Inputs } from '../trpc.ts'
import { readText } from '../ui/search.ts'

const names = ['q', 'status', 'client', 'from', 'to', 'cursor'] as const

/** What the list of invoices is narrowed to. It is the search of the page, so that every filter is a link. */
export type InvoiceFilters = Readonly<Partial<Record<(typeof names)[number], string | undefined>>>

type ListInput = Inputs['invoices']['portal']['list']

/** The filters in an address; other parameters are skipped. */
export const readInvoiceFilters = (search: Readonly<Record<string, unknown>>): InvoiceFilters =>
  Object.fromEntries(names.map((name) => [name, readText(search[name])] as const).filter(([, value]) => value !== undefined))

/** The filters as the list of invoices takes them. */
export const invoiceFilterInput = (businessId: string, { q, status, client, from, to, cursor }: InvoiceFilters): ListInput =>
  ({
    businessId,
    ...(q && { q }),
    ...(status && { status }),
    ...(client && { clientId: client }),
    ...(from && { dateFrom: from }),
    ...(to && { dateTo: to }),
    ...(cursor && { cursor }),
  }) as ListInput

/** What the list of clients is narrowed to. */
export interface ClientFilters {
  readonly q?: string | undefined
  readonly cursor?: string | undefined
}

/** The filters of clients in an address; other parameters are skipped. */
export function readClientFilters({ q, cursor }: Readonly<Record<string, unknown>>): ClientFilters {
  const [text, place] = [readText(q), readText(cursor)]
  return { ...(text !== undefined && { q: text }), ...(place !== undefined && { cursor: place }) }
}
