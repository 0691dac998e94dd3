import type { InvoiceQuoteEntity } from '@gateway/db/invoices/money/invoice-quote.entity'
import type { Insert } from '@gateway/db/kernel/insert-together'
import type { Business } from '@gateway/domain/businesses/business'
import type { Invoice } from '@gateway/domain/invoices/invoice'
import { assetOf, type AssetCode } from '@gateway/domain/money/asset'
import { formatUnits } from '@gateway/domain/money/decimal'
import { dueUnits, usdCents, usdCentsOfFiat } from '@gateway/domain/money/rate'
import { AmountTooLarge, UnsupportedBlockchain } from '@gateway/domain/payments/errors'
import { requiredConfirmations, toleranceUnits } from '@gateway/domain/payments/rules'
import { type ApiContext, servedAssets } from '../../kernel/context.ts'
import { refuseTooSmall } from '../../payments/creation/price-terms.ts'
import { quotePrice, quoteRow } from '../../rates/quote-price.ts'

/** What is to be priced: the open part of an invoice in its coin, in the smallest unit of its currency. */
interface Remainder {
  readonly invoice: Pick<Invoice, 'id' | 'currency'> & { readonly asset: AssetCode }
  readonly business: Pick<Business, 'spreadBps' | 'toleranceBps' | 'paymentWindowSeconds'>
  readonly remainderMinor: bigint
}

/** A quote that is not written yet, with the rows to insert under the lock of its invoice. */
export interface DraftedQuote {
  readonly quote: InvoiceQuoteEntity
  readonly rows: readonly Insert[]
}

/**
 * Prices the open part of an invoice now: what its page asks for during the payment window of the business.
 *
 * @throws {RateUnavailable} {AmountTooSmall} below what is worth forwarding. @throws {AmountTooLarge} {UnsupportedBlockchain}
 */
export async function priceRemainder(ctx: ApiContext, { invoice, business, remainderMinor }: Remainder): Promise<DraftedQuote> {
  const asset = assetOf(invoice.asset)
  const rail = ctx.rails.get(asset.chain)
  if (!rail?.assets.includes(asset.code)) throw new UnsupportedBlockchain(asset.code, servedAssets(ctx.rails))
  const { id: rulesId, rules } = ctx.paymentRules
  const { currency } = invoice
  const { spreadBps, toleranceBps } = business
  const price = await quotePrice(ctx, { asset: asset.code, currency, spreadBps })
  if (usdCentsOfFiat(remainderMinor, currency, price) > rules.ceilingUsdCents)
    throw new AmountTooLarge(formatUnits(rules.ceilingUsdCents, 2))
  const due = dueUnits({ asset, currency, minorUnits: remainderMinor, rate: price.rate, spreadBps })
  await refuseTooSmall(ctx, { rail, asset, due })
  const { confirmations, finality } = requiredConfirmations({ rules, chain: asset.chain, usdCents: usdCents(due, asset, price.usdRate) })
  const validFrom = ctx.clock.now()
  const quote: InvoiceQuoteEntity = {
    id: ctx.ids.uuid(),
    invoiceId: invoice.id,
    quoteId: price.id,
    remainderMinor,
    dueUnits: due,
    toleranceUnits: toleranceUnits(rules, { asset, units: due, toleranceBps }),
    rulesId,
    confirmationsRequired: confirmations,
    finalityRequired: finality,
    validFrom,
    validUntil: new Date(validFrom.getTime() + business.paymentWindowSeconds * 1_000),
  }
  return { quote, rows: [quoteRow(price), { into: 'invoice_quote', rows: [quote] }] }
}
