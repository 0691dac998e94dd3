import type { ExportLightningInput, PortalLightningInput } from '@gateway/contract/lightning/portal-lists'
import type { CountedPage } from '@gateway/contract/wire/cursor'
import type { LightningPaymentEntity } from '@gateway/db/lightning/lightning-payment.entity'
import {
  type BusinessLightning,
  countLightningPage,
  findLightningPage,
  type LightningFilter,
} from '@gateway/db/lightning/portal/portal-queries'
import type { Actor } from '@gateway/domain/accounts/merchant'
import type { Business } from '@gateway/domain/businesses/business'
import { endOfDay, startOfDay } from '@gateway/domain/kernel/local-day'
import type { Context } from '../../kernel/context.ts'
import { exportPages, pageOf } from '../../payments/portal/page-of.ts'
import { portalScope } from '../../payments/portal/portal-scope.ts'
import { idRange } from '../../payments/portal/search-terms.ts'

const MOST_COUNTED = 1_000

type ListContext = Pick<Context, 'orm'>
interface Listing {
  readonly scope: BusinessLightning
  readonly filter: LightningFilter
}

/**
 * A page of the Lightning payments of a business, newest first, and how many match up to a ceiling.
 *
 * @throws {ForbiddenBusiness} {MerchantTokenRequired}
 */
export async function listPortalLightning(
  ctx: ListContext,
  { actor, wish }: { actor: Actor; wish: PortalLightningInput },
): Promise<CountedPage<LightningPaymentEntity>> {
  const listing = await openListing(ctx, { actor, wish })
  const [found, counted] = await Promise.all([
    findLightningPage(ctx.orm.em.fork(), { ...listing, after: wish.cursor, limit: wish.limit + 1 }),
    countLightningPage(ctx.orm.em.fork(), { ...listing, most: MOST_COUNTED + 1 }),
  ])
  return pageOf(found, { limit: wish.limit, counted, most: MOST_COUNTED })
}

/**
 * All Lightning payments of a business that match, newest first, a page at a time: the next one is read when the one before was taken.
 *
 * @throws {ForbiddenBusiness} {MerchantTokenRequired} before the first page.
 */
export async function exportPortalLightning(
  ctx: ListContext,
  { actor, wish }: { actor: Actor; wish: ExportLightningInput },
): Promise<AsyncIterable<readonly LightningPaymentEntity[]>> {
  return pages(ctx, await openListing(ctx, { actor, wish }))
}

const pages = (ctx: ListContext, listing: Listing): AsyncGenerator<readonly LightningPaymentEntity[]> =>
  exportPages(listing.filter, (page) => findLightningPage(ctx.orm.em.fork(), { ...listing, ...page }))

async function openListing(ctx: ListContext, { actor, wish }: { actor: Actor; wish: ExportLightningInput }): Promise<Listing> {
  const { business, scope } = await portalScope(ctx, { actor, businessId: wish.businessId })
  return { scope, filter: filterOf(business, wish) }
}

const filterOf = ({ timeZone }: Business, wish: ExportLightningInput): LightningFilter => ({
  walletId: wish.walletId,
  direction: wish.direction,
  state: wish.status,
  since: wish.dateFrom && startOfDay(dayOf(wish.dateFrom), timeZone),
  before: wish.dateTo && endOfDay(dayOf(wish.dateTo), timeZone),
  search: searchOf(wish.q?.trim()),
})

const searchOf = (text = ''): LightningFilter['search'] => (text === '' ? undefined : { ids: idRange(text.toLowerCase()), text })

const dayOf = (day: Date): string => day.toISOString().slice(0, 10)
