import { formatInvoiceNumber } from '@gateway/domain/invoices/invoice-number'
import type { Invoice } from '@gateway/domain/invoices/invoice'
import { type AssetCode, assetOf } from '@gateway/domain/money/asset'
import { formatUnits, toNumber } from '@gateway/domain/money/decimal'
import { fiatCodes, fiatDecimal } from '@gateway/domain/money/fiat'
import { z } from 'zod'
import { Asset } from '../wire/chain.ts'
import { pathId } from '../wire/id.ts'
import { DecimalString, FiatNumber } from '../wire/money.ts'
import { presentTimeOrNull, Time } from '../wire/time.ts'

/** An invoice that anybody with its id may see. */
export const PayInvoiceInput = z.object({ id: pathId('invoice') })

/** What a client may know of an invoice. */
export interface PayableInvoice {
  readonly invoice: Pick<Invoice, 'number' | 'amountMinor' | 'currency' | 'asset' | 'paymentAddress' | 'dueDate' | 'notes'>
  readonly status: 'sent' | 'overdue' | 'paid'
  readonly businessName: string
  /** What its coin asks for now; null without a quote. */
  readonly quote: { readonly dueUnits: bigint; readonly validUntil: Date } | null
  /** A data URL. */
  readonly qrCode: string | null
  readonly cardUrl: string | null
}

const text = (description: string, example: string | null) => z.string().nullable().meta({ description, example })

const Members = z.object({
  amount: FiatNumber.meta({ description: 'What the invoice asks for, with tax.', example: 119 }),
  currency: z.enum(fiatCodes).meta({ description: 'The currency of the amount.', example: 'EUR' }),
  status: z.enum(['sent', 'overdue', 'paid']).meta({ description: 'The invoice has this status now.', example: 'sent' }),
  invoiceNumber: z.string().meta({ description: 'Consecutive for each business.', example: 'INV-42' }),
  paymentAddress: text(
    'Its address for the coin; null without a coin, and while nobody may pay there.',
    'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
  ),
  cryptoAmount: DecimalString.nullable().meta({ description: 'What is left to pay in the coin until `expiresAt`; null without a quote.' }),
  cryptoCurrency: Asset.nullable().meta({ description: 'The coin; null for cards alone.', example: 'BTC' }),
  processorCheckoutUrl: text(
    'An address that leads to a fresh page of the card processor; null where no card is taken, and while the processor takes no charge as small or as large as what is left.',
    null,
  ),
  dueDate: text('It is overdue from the next day on, where the business is; null for never.', '2026-10-31'),
  notes: text('What the merchant wrote; null without notes.', 'Thank you'),
  businessName: z.string().meta({ description: 'The name of the merchant’s business.', example: 'Blue Bottle Books' }),
  expiresAt: Time.nullable().meta({ description: 'Until then `cryptoAmount` holds; null without a quote.' }),
  qrCode: text('A QR image of the payment as a data URL; null without a quote.', null),
})
const snakeNames = {
  amount: 'amount',
  currency: 'currency',
  status: 'status',
  invoiceNumber: 'invoice_number',
  paymentAddress: 'payment_address',
  cryptoAmount: 'crypto_amount',
  cryptoCurrency: 'crypto_currency',
  processorCheckoutUrl: 'processor_checkout_url',
  dueDate: 'due_date',
  notes: 'notes',
  businessName: 'business_name',
  expiresAt: 'expires_at',
  qrCode: 'qr_code',
} as const satisfies Record<keyof z.output<typeof Members>, string>

/** The same members under their names in snake case. */
const Copy = z
  .object(Object.fromEntries(Object.entries(snakeNames).map(([name, snake]) => [snake, Members.shape[name as keyof typeof snakeNames]])))
  .meta({ id: 'PayableInvoice', description: 'The same members in snake case.' })

/** What a client needs to pay an invoice: no id of a client or a wallet is in it. */
export const InvoicePayView = z.object({ ...Members.shape, invoice: Copy })

/** An invoice as its client sees it; members without a value are null. */
export function presentInvoicePay(seen: PayableInvoice): z.output<typeof InvoicePayView> {
  const members = membersOf(seen)
  const copy = Object.fromEntries(Object.entries(members).map(([name, value]) => [snakeNames[name as keyof typeof snakeNames], value]))
  return { ...members, invoice: copy as z.output<typeof Copy> }
}

const membersOf = ({ invoice, status, businessName, quote, qrCode, cardUrl }: PayableInvoice): z.output<typeof Members> => ({
  amount: toNumber(fiatDecimal(invoice.amountMinor, invoice.currency)),
  currency: invoice.currency,
  status,
  invoiceNumber: formatInvoiceNumber(invoice.number),
  paymentAddress: invoice.paymentAddress,
  cryptoAmount: coinsOf(invoice.asset, quote?.dueUnits),
  cryptoCurrency: invoice.asset,
  processorCheckoutUrl: cardUrl,
  dueDate: invoice.dueDate,
  notes: invoice.notes,
  businessName,
  expiresAt: presentTimeOrNull(quote?.validUntil ?? null),
  qrCode,
})

const coinsOf = (asset: AssetCode | null, units: bigint | undefined): string | null =>
  asset === null || units === undefined ? null : formatUnits(units, assetOf(asset).decimals)
