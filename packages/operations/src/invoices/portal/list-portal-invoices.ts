import type { SeenInvoice } from '@gateway/contract/invoices'
import type { PortalInvoicesInput } from '@gateway/contract/invoices/portal-lists'
import type { CountedPage } from '@gateway/contract/wire/cursor'
import { countInvoicePage, findInvoicePage, type InvoiceListFilter } from '@gateway/db/invoices/portal/portal-queries'
import type { Actor } from '@gateway/domain/accounts/merchant'
import type { Business } from '@gateway/domain/businesses/business'
import { endOfDay, startOfDay } from '@gateway/domain/kernel/local-day'
import type { Context } from '../../kernel/context.ts'
import { portalScope } from '../../payments/portal/portal-scope.ts'
import { idRange } from '../../payments/portal/search-terms.ts'
import { seeInvoices } from '../reading/see-invoices.ts'
import { pageOf } from '../../payments/portal/page-of.ts'

const MOST_COUNTED = 1_000
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
  const filter = filterOf(business, wish)
  const [found, counted] = await Promise.all([
    findInvoicePage(ctx.orm.em.fork(), { scope, filter, after: wish.cursor, limit: wish.limit + 1 }),
    countInvoicePage(ctx.orm.em.fork(), { scope, filter, most: MOST_COUNTED + 1 }),
  ])
  const page = pageOf(found, { limit: wish.limit, counted, most: MOST_COUNTED })
  return { ...page, rows: await seeInvoices(ctx.orm.em.fork(), ctx, page.rows) }
}

const filterOf = ({ timeZone }: Business, wish: PortalInvoicesInput): InvoiceListFilter => ({
  state: wish.status,
  clientId: wish.clientId,
  since: wish.dateFrom && startOfDay(dayOf(wish.dateFrom), timeZone),
  before: wish.dateTo && endOfDay(dayOf(wish.dateTo), timeZone),
  search: searchOf(wish.q?.trim()),
})

function searchOf(text = ''): InvoiceListFilter['search'] {
  if (text === '') return undefined
  const digits = NUMBER.exec(text)?.[1]
  return { number: digits === undefined ? undefined : Number(digits), ids: idRange(text.toLowerCase()), text }
}

const dayOf = (day: Date): string => day.toISOString().slice(0, 10)
