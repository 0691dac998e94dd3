import type { SeenInvoice } from '@gateway/contract/invoices'
import type { PortalInvoicesInput } from '@gateway/contract/invoices/portal-lists'
import type { CountedPage } from '@gateway/contract/wire/cursor'
import {
  type BusinessInvoices,
  countInvoicePage,
  findInvoicePage,
  type InvoiceListFilter,
  searchInvoices,
} from '@gateway/db/invoices/portal/portal-queries'
import type { Em } from '@gateway/db/orm'
import type { Actor } from '@gateway/domain/accounts/merchant'
import type { Business } from '@gateway/domain/businesses/business'
import { endOfDay, startOfDay } from '@gateway/domain/kernel/local-day'
import type { Context } from '../../kernel/context.ts'
import { portalScope } from '../../payments/portal/portal-scope.ts'
import { idRange } from '../../payments/portal/search-terms.ts'
import { seeInvoices } from '../reading/see-invoices.ts'
import { pageOf } from '../../payments/portal/page-of.ts'

const MOST_COUNTED = 1_000
const MOST_FOUND = 1_000
const NUMBER = /^(?:inv-)?([1-9]\d{0,8})$/i

/**
 * A page of the invoices of a business, newest first, and how many match up to a ceiling.
 *
 * @throws {ForbiddenBusiness} {MerchantTokenRequired}
 */
export async function listPortalInvoices(
  ctx: Pick<Context, 'orm' | 'publicUrl' | 'clock'>,
  { actor, wish }: { actor: Actor; wish: PortalInvoicesInput },
): Promise<CountedPage<SeenInvoice>> {
  const { business, scope } = await portalScope(ctx, { actor, businessId: wish.businessId })
  const filter = filterOf(business, wish, await idsOf(ctx.orm.em.fork(), { scope, q: wish.q?.trim() }))
  const [found, counted] = await Promise.all([
    findInvoicePage(ctx.orm.em.fork(), { scope, filter, after: wish.cursor, limit: wish.limit + 1 }),
    countInvoicePage(ctx.orm.em.fork(), { scope, filter, most: MOST_COUNTED + 1 }),
  ])
  const page = pageOf(found, { limit: wish.limit, counted, most: MOST_COUNTED })
  return { ...page, rows: await seeInvoices(ctx.orm.em.fork(), ctx, page.rows) }
}

/** The invoices that a search finds; undefined without one. */
async function idsOf(em: Em, { scope, q: text }: { scope: BusinessInvoices; q: string | undefined }): Promise<string[] | undefined> {
  if (text === undefined || text === '') return undefined
  const digits = NUMBER.exec(text)?.[1]
  const search = { number: digits === undefined ? undefined : Number(digits), ids: idRange(text.toLowerCase()), text }
  return searchInvoices(em, { scope, search, most: MOST_FOUND })
}

const filterOf = ({ timeZone }: Business, wish: PortalInvoicesInput, ids: readonly string[] | undefined): InvoiceListFilter => ({
  state: wish.status,
  clientId: wish.clientId,
  since: wish.dateFrom && startOfDay(dayOf(wish.dateFrom), timeZone),
  before: wish.dateTo && endOfDay(dayOf(wish.dateTo), timeZone),
  ids,
})

const dayOf = (day: Date): string => day.toISOString().slice(0, 10)
