import type { InvoiceEntity } from '@gateway/db/invoices/invoice.entity'
import { insertTogether } from '@gateway/db/kernel/insert-together'
import type { Em } from '@gateway/db/orm'
import type { ApiContext } from '../../kernel/context.ts'
import { placeInvoice } from '../quotes/place-invoice.ts'
import { hasCoin, type Ways } from './sent-terms.ts'

/**
 * Gives an invoice that is about to be sent its address for life, in the caller's transaction, with terms, watch and first quote; the caller writes its row.
 *
 * @throws {AddressUnavailable} the transaction must roll back then.
 */
export async function takeInvoiceAddress(
  em: Em,
  ctx: ApiContext,
  { invoice, coin }: { invoice: InvoiceEntity; coin: NonNullable<Ways['coin']> },
): Promise<void> {
  if (!hasCoin(invoice)) throw new Error('without a coin there is no address')
  const { paymentAddress, payoutTermsId, rows } = await placeInvoice(em, ctx, { ...coin, invoice })
  Object.assign(invoice, { paymentAddress, payoutTermsId })
  await insertTogether(em, rows)
}
