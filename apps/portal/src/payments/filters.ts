import { z } from 'zod'
import type { Inputs } from '../trpc.ts'

const text = z.string().min(1).optional().catch(undefined)

/** What the list of payments is narrowed to. It is the search of the page, so that every filter is a link; lists are separated by commas. */
export const paymentFilters = z.object({
  q: text,
  status: text,
  asset: text,
  exception: text,
  from: text,
  to: text,
  min: text,
  max: text,
  cursor: text,
})
export type PaymentFilters = z.output<typeof paymentFilters>

type ListInput = Inputs['payments']['portal']['list']

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

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
