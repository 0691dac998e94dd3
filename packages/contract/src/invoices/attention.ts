import { formatInvoiceNumber } from '@gateway/domain/invoices/invoice-number'
import { type AssetCode, assetOf } from '@gateway/domain/money/asset'
import { formatUnits, toNumber } from '@gateway/domain/money/decimal'
import { type FiatCode, fiatCodes, fiatDecimal } from '@gateway/domain/money/fiat'
import { z } from 'zod'
import { Asset } from '../wire/chain.ts'
import { BusinessIdName, Id } from '../wire/id.ts'
import { DecimalString, FiatNumber } from '../wire/money.ts'
import { wireInput } from '../wire/names.ts'
import { presentTime, Time } from '../wire/time.ts'

/** Of which business to show what of its invoices needs attention. */
export const InvoiceAttentionInput = wireInput(z.object({ businessId: BusinessIdName }))

const kinds = ['held', 'payout_waiting'] as const

interface Row {
  readonly invoice: string
  readonly number: number
  readonly since: Date
}

/** What of a business's invoices needs attention. */
export interface InvoiceAttention {
  readonly held: readonly (Row & {
    readonly kind: (typeof kinds)[number]
    readonly asset: AssetCode
    readonly units: bigint
    readonly reason: string
  })[]
  /** What is to be given back, in the smallest unit of the currency. */
  readonly owed: readonly (Row & { readonly currency: FiatCode; readonly minor: bigint })[]
}

const row = { invoice_id: Id, invoice_number: z.string(), since: Time }

/** Crypto of invoices that waits, and money of invoices that is to be given back. */
export const InvoiceAttentionView = z.object({
  held: z.array(z.object({ ...row, kind: z.enum(kinds), blockchain: Asset, amount: DecimalString, reason: z.string() })),
  owed: z.array(z.object({ ...row, amount: FiatNumber, currency: z.enum(fiatCodes) })),
})

const presentRow = ({ invoice, number, since }: Row) => ({
  invoice_id: invoice,
  invoice_number: formatInvoiceNumber(number),
  since: presentTime(since),
})

/** What of a business's invoices needs attention. */
export const presentInvoiceAttention = ({ held, owed }: InvoiceAttention): z.output<typeof InvoiceAttentionView> => ({
  held: held.map((one) => ({
    ...presentRow(one),
    kind: one.kind,
    blockchain: one.asset,
    amount: formatUnits(one.units, assetOf(one.asset).decimals),
    reason: one.reason,
  })),
  owed: owed.map((one) => ({ ...presentRow(one), amount: toNumber(fiatDecimal(one.minor, one.currency)), currency: one.currency })),
})
