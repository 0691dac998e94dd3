import type { SeenCardPayment } from '@gateway/contract/cards'
import type { CardsPage, ExportCardsInput, PortalCardsInput } from '@gateway/contract/portal/cards'
import type { CardPaymentEntity } from '@gateway/db/cards/card-payment.entity'
import { readEscrowsOf } from '@gateway/db/cards/card-queries'
import { type BusinessCards, type CardFilter, countCardPage, findCardPage } from '@gateway/db/cards/portal/portal-queries'
import type { Em } from '@gateway/db/orm'
import type { Actor } from '@gateway/domain/accounts/merchant'
import type { Business } from '@gateway/domain/businesses/business'
import { endOfDay, startOfDay } from '@gateway/domain/kernel/local-day'
import type { Context } from '../../kernel/context.ts'
import { exportPages } from '../../payments/portal/page-of.ts'
import { idRange } from '../../payments/portal/search-terms.ts'
import { cardScope } from './card-scope.ts'

const MOST_COUNTED = 1_000

type ListContext = Pick<Context, 'orm'>
interface Listing {
  readonly scope: BusinessCards
  readonly filter: CardFilter
}

/**
 * A page of the card payments of a business, newest first, and how many match up to a ceiling.
 *
 * @throws {ForbiddenBusiness} {MerchantTokenRequired}
 */
export async function listPortalCards(ctx: ListContext, { actor, wish }: { actor: Actor; wish: PortalCardsInput }): Promise<CardsPage> {
  const listing = await openListing(ctx, { actor, wish })
  const [found, counted] = await Promise.all([
    findCardPage(ctx.orm.em.fork(), { ...listing, after: wish.cursor, limit: wish.limit + 1 }),
    countCardPage(ctx.orm.em.fork(), { ...listing, most: MOST_COUNTED + 1 }),
  ])
  const payments = found.slice(0, wish.limit)
  const nextCursor = found.length > payments.length ? (payments.at(-1)?.id ?? null) : null
  const cards = await withEscrows(ctx.orm.em.fork(), payments)
  return { cards, nextCursor, total: Math.min(counted, MOST_COUNTED), isCapped: counted > MOST_COUNTED }
}

/**
 * All card payments of a business that match, newest first, a page at a time: the next one is read when the one before was taken.
 *
 * @throws {ForbiddenBusiness} {MerchantTokenRequired} before the first page.
 */
export async function exportPortalCards(
  ctx: ListContext,
  { actor, wish }: { actor: Actor; wish: ExportCardsInput },
): Promise<AsyncIterable<readonly SeenCardPayment[]>> {
  return pages(ctx, await openListing(ctx, { actor, wish }))
}

async function* pages(ctx: ListContext, listing: Listing): AsyncGenerator<readonly SeenCardPayment[]> {
  const read = exportPages(listing.filter, (page) => findCardPage(ctx.orm.em.fork(), { ...listing, ...page }))
  for await (const page of read) yield await withEscrows(ctx.orm.em.fork(), page)
}

async function withEscrows(em: Em, payments: readonly CardPaymentEntity[]): Promise<SeenCardPayment[]> {
  const escrows = await readEscrowsOf(em, { paymentIds: payments.map(({ id }) => id) })
  const states = new Map(escrows.map(({ paymentId, state }) => [paymentId, state]))
  return payments.map((payment) => ({ payment, escrowState: states.get(payment.id) ?? null }))
}

async function openListing(ctx: ListContext, { actor, wish }: { actor: Actor; wish: ExportCardsInput }): Promise<Listing> {
  const { business, scope } = await cardScope(ctx, { actor, businessId: wish.businessId })
  return { scope, filter: filterOf(business, wish) }
}

const filterOf = ({ timeZone }: Business, wish: ExportCardsInput): CardFilter => ({
  states: wish.statuses,
  isEscrow: wish.kind && wish.kind === 'escrow',
  since: wish.dateFrom && startOfDay(dayOf(wish.dateFrom), timeZone),
  before: wish.dateTo && endOfDay(dayOf(wish.dateTo), timeZone),
  search: searchOf(wish.q?.trim()),
})

const searchOf = (text = ''): CardFilter['search'] => (text === '' ? undefined : { ids: idRange(text.toLowerCase()), text })

const dayOf = (day: Date): string => day.toISOString().slice(0, 10)
