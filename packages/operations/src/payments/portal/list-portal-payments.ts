import type { ExportedPayment } from '@gateway/contract/portal/csv'
import type { ExportPaymentsInput, PaymentsPage, PortalPaymentsInput } from '@gateway/contract/portal/payments'
import { type BusinessPayments, countPortalPayments, findPortalPage, type PortalFilter } from '@gateway/db/payments/portal-queries'
import type { Actor } from '@gateway/domain/accounts/merchant'
import type { Business } from '@gateway/domain/businesses/business'
import { endOfDay, startOfDay } from '@gateway/domain/kernel/local-day'
import type { Context } from '../../kernel/context.ts'
import { quoteOf, readQuotes } from '../../rates/read-quotes.ts'
import { exportPages } from './page-of.ts'
import { portalScope } from './portal-scope.ts'
import { searchTerms } from './search-terms.ts'

const MOST_COUNTED = 1_000

type ListContext = Pick<Context, 'orm' | 'rails'>
interface Listing {
  readonly scope: BusinessPayments
  readonly filter: PortalFilter
}

/**
 * A page of the payments of a business, newest first, and how many match up to a ceiling. A page costs the same however many payments there are, one of
 * a search as much as there is to find.
 *
 * @throws {ForbiddenBusiness} {MerchantTokenRequired}
 */
export async function listPortalPayments(
  ctx: ListContext,
  { actor, wish }: { actor: Actor; wish: PortalPaymentsInput },
): Promise<PaymentsPage> {
  const { scope, filter } = await openListing(ctx, { actor, wish })
  const [found, counted] = await Promise.all([
    findPortalPage(ctx.orm.em.fork(), { scope, filter, after: wish.cursor, limit: wish.limit + 1 }),
    countPortalPayments(ctx.orm.em.fork(), { scope, filter, most: MOST_COUNTED + 1 }),
  ])
  const payments = found.slice(0, wish.limit)
  const nextCursor = found.length > payments.length ? (payments.at(-1)?.id ?? null) : null
  return { payments, nextCursor, total: Math.min(counted, MOST_COUNTED), isCapped: counted > MOST_COUNTED }
}

/**
 * All payments of a business that match, with their prices, newest first, a page at a time: the next one is read when the one before was taken.
 *
 * @throws {ForbiddenBusiness} {MerchantTokenRequired} before the first page.
 */
export async function exportPortalPayments(
  ctx: ListContext,
  { actor, wish }: { actor: Actor; wish: ExportPaymentsInput },
): Promise<AsyncIterable<readonly ExportedPayment[]>> {
  return pages(ctx, await openListing(ctx, { actor, wish }))
}

async function* pages(ctx: ListContext, listing: Listing): AsyncGenerator<readonly ExportedPayment[]> {
  const read = exportPages(listing.filter, (page) => findPortalPage(ctx.orm.em.fork(), { ...listing, ...page }))
  for await (const page of read) {
    const quotes = await readQuotes(ctx.orm.em.fork(), page)
    yield page.map((payment) => ({ payment, quote: quoteOf(quotes, payment) }))
  }
}

async function openListing(ctx: ListContext, { actor, wish }: { actor: Actor; wish: ExportPaymentsInput }): Promise<Listing> {
  const { business, scope } = await portalScope(ctx, { actor, businessId: wish.businessId })
  const text = wish.q?.trim()
  return { scope, filter: filterOf(business, wish, text ? searchTerms(ctx.rails, text) : undefined) }
}

const filterOf = ({ timeZone }: Business, wish: ExportPaymentsInput, search: PortalFilter['search']): PortalFilter => ({
  states: wish.statuses,
  exceptions: wish.exceptions,
  assets: wish.assets,
  since: wish.dateFrom && startOfDay(dayOf(wish.dateFrom), timeZone),
  before: wish.dateTo && endOfDay(dayOf(wish.dateTo), timeZone),
  minUsdCents: wish.minUsd,
  maxUsdCents: wish.maxUsd,
  search,
})

const dayOf = (day: Date): string => day.toISOString().slice(0, 10)
