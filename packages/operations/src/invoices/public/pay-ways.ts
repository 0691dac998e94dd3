import { findRail } from '@gateway/chains/registry'
import { findChargeFault } from '@gateway/domain/cards/limits'
import { assetOf } from '@gateway/domain/money/asset'
import { formatUnits } from '@gateway/domain/money/decimal'
import type { InvoiceCoin, InvoiceView } from '@gateway/pages/invoices/invoice-view'
import { presentTime } from '@gateway/contract/wire/time'
import type { Context } from '../../kernel/context.ts'
import type { ViewedInvoice } from './view-invoice.ts'

/** The ways in which what is open on an invoice can be paid now. */
interface PayWays {
  readonly coin: InvoiceCoin | null
  readonly card: InvoiceView['card']
  /** Leads to a fresh page of the card processor; null where no card is taken. */
  readonly cardUrl: string | null
}

/** Nothing is asked for while money is on its way that would pay the rest. */
export function payWaysOf({ rails, publicUrl }: Pick<Context, 'rails' | 'publicUrl'>, viewed: ViewedInvoice): PayWays {
  const { invoice } = viewed
  const card = cardOf(viewed)
  return { coin: coinOf(rails, viewed), card, cardUrl: card === 'taken' ? `${publicUrl}/now/${invoice.id}/card` : null }
}

function cardOf({ invoice, money }: ViewedInvoice): InvoiceView['card'] {
  if (!invoice.takesCards || money.isProcessing || money.dueMinor === 0n) return 'not_taken'
  return findChargeFault(money.dueMinor, invoice.currency) ?? 'taken'
}

function coinOf(rails: Context['rails'], { invoice, quote }: ViewedInvoice): InvoiceCoin | null {
  const { asset, paymentAddress: address } = invoice
  const rail = asset === null ? undefined : findRail(rails, asset)
  if (!quote || !rail || asset === null || address === null) return null
  const request = { asset, address, units: quote.dueUnits }
  return {
    asset,
    address,
    amount: formatUnits(quote.dueUnits, assetOf(asset).decimals),
    uri: rail.paymentUri(request),
    qrText: rail.qrText(request),
    price: Number(quote.rate),
    quotedAt: presentTime(quote.validFrom),
    expiresAt: presentTime(quote.validUntil),
  }
}
