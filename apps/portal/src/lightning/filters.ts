import type { Inputs } from '../trpc.ts'
import { readText } from '../ui/search.ts'

const names = ['q', 'wallet', 'direction', 'status', 'from', 'to', 'cursor'] as const

/** What the list of Lightning payments is narrowed to. It is the search of the page, so that every filter is a link. */
export type LightningFilters = Readonly<Partial<Record<(typeof names)[number], string | undefined>>>

type ListInput = Inputs['lightning']['portal']['list']

/** The filters in an address; other parameters are skipped. */
export const readLightningFilters = (search: Readonly<Record<string, unknown>>): LightningFilters =>
  Object.fromEntries(names.map((name) => [name, readText(search[name])] as const).filter(([, value]) => value !== undefined))

/** The filters as the list and the export of Lightning payments take them. */
export function lightningFilterInput(businessId: string, { q, wallet, direction, status, from, to }: LightningFilters): ListInput {
  return {
    businessId,
    ...(q && { q }),
    ...(wallet && { walletId: wallet }),
    ...(direction && { direction }),
    ...(status && { status }),
    ...(from && { dateFrom: from }),
    ...(to && { dateTo: to }),
  } as ListInput
}

const queryNames = {
  businessId: 'business_id',
  q: 'q',
  walletId: 'wallet_id',
  direction: 'direction',
  status: 'status',
  dateFrom: 'date_from',
  dateTo: 'date_to',
} as const

/** The address of the export of the same payments. */
export function lightningExportAddress(businessId: string, filters: LightningFilters): string {
  const input: Readonly<Record<string, unknown>> = lightningFilterInput(businessId, filters)
  const search = new URLSearchParams()
  for (const [name, query] of Object.entries(queryNames)) {
    const value = input[name]
    if (typeof value === 'string') search.set(query, value)
  }
  return `/portal/lightning-payments.csv?${search}`
}
