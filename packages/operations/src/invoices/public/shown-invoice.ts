import { isMainNetwork } from '@gateway/chains/definitions/main-networks'
import { findRail } from '@gateway/chains/registry'
import { presentTimeOrNull } from '@gateway/contract/wire/time'
import { formatInvoiceNumber } from '@gateway/domain/invoices/invoice-number'
import { totalsOf } from '@gateway/domain/invoices/totals'
import { assetOf } from '@gateway/domain/money/asset'
import { formatUnits } from '@gateway/domain/money/decimal'
import { type FiatCode, fiatDecimals } from '@gateway/domain/money/fiat'
import type { InvoiceView, SeenMoney } from '@gateway/pages/invoices/invoice-view'
import type { Context } from '../../kernel/context.ts'
import { payWaysOf } from './pay-ways.ts'
import type { ViewedInvoice } from './view-invoice.ts'

/** An invoice as its page shows it. */
export function shownInvoice(api: Pick<Context, 'rails' | 'publicUrl'>, viewed: ViewedInvoice): InvoiceView {
  const { invoice, businessName: merchant, money, today, hasDocument } = viewed
  const { id, state, currency, issueDate, dueDate, notes } = invoice
  if (state === 'draft') throw new Error('a draft has no page')
  const { coin, card } = payWaysOf(api, viewed)
  return {
    id,
    number: formatInvoiceNumber(invoice.number),
    merchant,
    status: state,
    currency,
    amount: inFiat(invoice.amountMinor, currency),
    amountPaid: inFiat(money.paidMinor, currency),
    amountCredited: inFiat(invoice.creditNotesMinor, currency),
    amountDue: inFiat(money.dueMinor, currency),
    issueDate,
    dueDate,
    today,
    paidAt: presentTimeOrNull(invoice.paidAt),
    ...linesOf(viewed),
    notes,
    pdfPath: hasDocument ? `/api/invoices/${id}/pay/pdf` : null,
    url: `${api.publicUrl}/now/${id}`,
    coin,
    card,
    seen: seenOf(viewed),
    isTest: invoice.mode === 'test' || isOnTestNetwork(api, viewed),
  }
}

/** All digits of the currency are shown by whoever formats it. */
const inFiat = (minor: bigint, currency: FiatCode): string => formatUnits(minor, fiatDecimals[currency])

const BPS_DIGITS = 2

function linesOf({ invoice: { lines, currency } }: ViewedInvoice): Pick<InvoiceView, 'lines' | 'net' | 'taxes'> {
  if (lines.length === 0) return { lines: [], net: null, taxes: [] }
  const { lineNetsMinor, netMinor, vatGroups } = totalsOf(lines)
  return {
    lines: lines.map(({ description, quantity, unitAmountMinor }, index) => ({
      description,
      quantity: formatUnits(quantity.digits, quantity.scale),
      price: inFiat(unitAmountMinor, currency),
      net: inFiat(lineNetsMinor[index] ?? 0n, currency),
    })),
    net: inFiat(netMinor, currency),
    taxes: vatGroups.map(({ rateBps, taxMinor }) => ({
      rate: formatUnits(BigInt(rateBps), BPS_DIGITS),
      amount: inFiat(taxMinor, currency),
    })),
  }
}

/** The newest deposit that is on its way, or else a card payment that its bank has not paid yet. */
function seenOf({ money }: ViewedInvoice): SeenMoney | null {
  const seen = money.deposits.findLast(({ state }) => state === 'processing')
  if (!seen) return seenCardOf(money)
  const { ticker, decimals } = assetOf(seen.asset)
  return { way: 'coin', amount: `${formatUnits(seen.units, decimals)} ${ticker}` }
}

function seenCardOf({ cards }: ViewedInvoice['money']): SeenMoney | null {
  const card = cards.find(({ isProcessing }) => isProcessing)
  return card ? { way: 'card', amount: inFiat(card.payment.amountMinor, card.payment.currency) } : null
}

function isOnTestNetwork({ rails }: Pick<Context, 'rails'>, { invoice: { asset } }: ViewedInvoice): boolean {
  const rail = asset === null ? undefined : findRail(rails, asset)
  return rail !== undefined && !isMainNetwork(rail)
}
