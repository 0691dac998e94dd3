import type { InvoiceEntity } from '@gateway/db/invoices/invoice.entity'
import { insertTogether } from '@gateway/db/kernel/insert-together'
import { lockInvoices, readInvoice } from '@gateway/db/invoices/money/invoice-queries'
import { tables } from '@gateway/db/tables'
import type { Business } from '@gateway/domain/businesses/business'
import type { AssetCode } from '@gateway/domain/money/asset'
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
  const { asset } = draft
  const priced =
    asset === null ? undefined : { invoice: { ...draft, asset }, first: await priceFirst(ctx, { invoice: { ...draft, asset }, business }) }
  await transaction(ctx, async (em) => {
    const { id: objectId, mode, createdAt } = draft
    const register = {
      businessId,
      mode,
      number: draft.number,
      kind: 'invoice',
      status: 'used',
      objectId,
      createdAt,
      voidedAt: null,
    } as const
    const placed = priced && (await placeInvoice(em, ctx, { ...priced, wallet: business.wallets[priced.invoice.asset] ?? '' }))
    const address = placed && { paymentAddress: placed.paymentAddress, payoutTermsId: placed.payoutTermsId }
    await insertTogether(em, [
      { into: 'invoice_number', rows: [register] },
      {
        into: 'invoice',
        rows: [{ ...draft, walletAddress: placed ? (business.wallets[priced?.invoice.asset as AssetCode] ?? '') : null, ...address }],
      },
      ...(placed?.rows ?? []),
    ])
  })
  const sent = await invoiceOf(shop, draft.id)
  if (sent.payoutTermsId !== null) await ctx.awaitPin(sent.payoutTermsId)
  return sent
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

/** Changes a locked invoice. */
export const changeInvoice = (
  { ctx }: TestShop,
  id: string,
  work: (em: Parameters<typeof lockInvoices>[0], invoice: InvoiceEntity) => Promise<unknown>,
) =>
  transaction(ctx, async (em) => {
    const [invoice] = await lockInvoices(em, [id])
    if (invoice) await work(em, invoice)
  })

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
