import { PortalPaymentsInput } from '@gateway/contract/portal/payments'
import { PortalTotalsInput } from '@gateway/contract/portal/totals'
import type { ApiContext } from '@gateway/operations/kernel/context'
import { listPortalPayments } from '@gateway/operations/payments/portal/list-portal-payments'
import { readTotals } from '@gateway/operations/payments/portal/read-totals'
import { compareSizes, ROUNDS, type Size } from '../million/compare-sizes.ts'
import { FIRST_SHOP, paymentId } from '../million/fill-shops.ts'
import { merchant, type Work } from '../million/work.ts'
import type { Bench, SectionText } from '../section.ts'
import { sized } from '../sized.ts'

const SIZES: readonly [Size, Size] = [
  { shown: '100', payments: 100, ofAShop: 100 },
  { shown: '100 000', payments: 100_000, ofAShop: 100_000 },
]
const TIMES = sized(20, 1)

const text: SectionText = {
  title: 'Lists of the portal',
  intro:
    'What the pages of the portal ask for, without HTTP, for a business with 100 payments and for one with 100 000, all of them of the last minutes; in turns of ' +
    `${ROUNDS} rounds, medians. A page has 50 rows, and matches are counted up to 1 000. Totals, which the home page shows after everything else, add up each payment of their days.`,
  aims: [{ text: 'a list opens in at most 1.5 × the time', column: 'ratio', rows: /^list/, max: 1.5 }],
}

const list =
  (wish: Readonly<Record<string, unknown>>) =>
  (ctx: ApiContext): Promise<unknown> =>
    listPortalPayments(ctx, { actor: merchant, wish: PortalPaymentsInput.parse({ business_id: FIRST_SHOP, ...wish }) })

const works: readonly Work[] = [
  { name: 'list, the first page', times: TIMES, run: list({}) },
  { name: 'list, pending payments', times: TIMES, run: list({ statuses: ['pending'] }) },
  { name: 'list, failed payments: none', times: TIMES, run: list({ statuses: ['failed'] }) },
  { name: 'list, behind a cursor', times: TIMES, run: list({ cursor: paymentId(40) }) },
  { name: 'list, a search for an ID', times: TIMES, run: list({ q: paymentId(7) }) },
  {
    name: 'totals of 90 days',
    times: 2,
    run: (ctx) => readTotals(ctx, { actor: merchant, wish: PortalTotalsInput.parse({ business_id: FIRST_SHOP, days: 90 }) }),
  },
]

/** Whether a business with many payments opens its pages as fast as one with few. */
export const portal: Bench = {
  sections: [text],
  measure: async (log) => [await compareSizes(log, { name: 'portal', sizes: SIZES, works })],
}
