import { z } from 'zod'

const text = z.string().min(1).optional().catch(undefined)

/** What a list of payments is narrowed to; it is the search of the page, so that every filter is a link. */
export const paymentFilters = z.object({ q: text, status: text, asset: text, exception: text, from: text, to: text, cursor: text })

export type PaymentFilters = z.output<typeof paymentFilters>
