import type { InvoiceEntity } from '@gateway/db/invoices/invoice.entity'
import { insertTogether } from '@gateway/db/kernel/insert-together'
import { readInvoice } from '@gateway/db/invoices/queries'
import { tables } from '@gateway/db/tables'
import type { Business } from '@gateway/domain/businesses/business'
import { readBusiness } from '../businesses/read-business.ts'
import { placeInvoice, priceFirst } from '../invoices/quotes/place-invoice.ts'
import { transaction } from '../kernel/transaction.ts'
import type { TestShop } from './test-shop.ts'

/** What a test asks for: 100.00 US dollars in bitcoin, never overdue, by default. */
type Terms = Partial<Pick<InvoiceEntity, 'amountMinor' | 'currency' | 'asset' | 'overdueAt' | 'dueDate' | 'feeBps'>>

let number = 0

/** An invoice that was sent, with its address where it has a coin. */
export async function sentInvoice(shop: TestShop, terms: Terms = {}): Promise<InvoiceEntity> {
  const { ctx, actor, businessId } = shop
  const business = await readBusiness(ctx.orm.em.fork(), { ...actor, businessId })
  const draft = draftOf(business, { id: ctx.ids.uuid(), at: ctx.clock.now(), ...terms })
  const { id: objectId, mode, createdAt, asset } = draft
  const register = { businessId, mode, number: draft.number, kind: 'invoice', status: 'used', objectId, createdAt, voidedAt: null } as const
  const coin = asset === null ? undefined : Object.assign(draft, { asset, walletAddress: business.wallets[asset] ?? '' })
  const first = coin && (await priceFirst(ctx, { invoice: coin, business }))
  await transaction(ctx, async (em) => {
    const placed = coin && first && (await placeInvoice(em, ctx, { invoice: coin, first, wallet: coin.walletAddress }))
    const { paymentAddress = null, payoutTermsId = null, rows = [] } = placed ?? {}
    const row = Object.assign(draft, { paymentAddress, payoutTermsId })
    await insertTogether(em, [{ into: 'invoice_number', rows: [register] }, { into: 'invoice', rows: [row] }, ...rows])
  })
  if (draft.payoutTermsId !== null) await ctx.awaitPin(draft.payoutTermsId)
  return invoiceOf(shop, objectId)
}

/** An invoice as it is stored. */
export async function invoiceOf({ ctx }: TestShop, id: string): Promise<InvoiceEntity> {
  const invoice = await readInvoice(ctx.orm.em.fork(), { id })
  if (!invoice) throw new Error(`no invoice ${id}`)
  return invoice
}

/** Names of the events of an invoice, in the order of their numbers. */
export async function invoiceEvents({ ctx }: TestShop, id: string): Promise<string[]> {
  const rows = await tables(ctx.orm.em.fork()).selectFrom('event').select('type').where('objectId', '=', id).orderBy('sequence').execute()
  return rows.map(({ type }) => type)
}

function draftOf(business: Business, { id, at, ...terms }: Terms & { id: string; at: Date }): InvoiceEntity {
  const { merchantId, id: businessId, mode } = business
  number += 1
  return {
    id,
    merchantId,
    businessId,
    mode,
    number,
    currency: 'USD',
    amountMinor: 10_000n,
    asset: 'BTC',
    feeBps: 100,
    overdueAt: null,
    dueDate: null,
    ...blank,
    ...terms,
    seller: { name: business.name, timeZone: business.timeZone, taxProfile: null } as never,
    sentAt: at,
    createdAt: at,
    updatedAt: at,
  }
}

const blank = {
  clientId: null,
  lines: [],
  state: 'sent',
  issueDate: null,
  serviceDate: null,
  notes: null,
  language: null,
  taxExemptionReason: null,
  buyerReference: null,
  walletId: null,
  walletAddress: null,
  paymentAddress: null,
  payoutTermsId: null,
  takesCards: false,
  buyer: null,
  creditedMinor: 0n,
  creditNotesMinor: 0n,
  outsideMinor: null,
  outsideNote: null,
  outsideBy: null,
  remindersOn: true,
  viewedAt: null,
  paidAt: null,
  eventSequence: 0,
} as const
