import { assetOf } from '@gateway/domain/money/asset'
import { formatUnits } from '@gateway/domain/money/decimal'
import { fiatDecimal, type FiatCode } from '@gateway/domain/money/fiat'
import { minorUnitsOf } from '@gateway/domain/money/rate'
import type { Payment } from '@gateway/domain/payments/payment'
import type { Quote } from '@gateway/domain/rates/quote'
import { presentTime, presentTimeOrNull } from '../wire/time.ts'
import { orderOf } from './payments.ts'

const PLAIN_NUMBER = /^-?\d+(?:\.\d+)?$/
// A spreadsheet calculates what begins with one of these (OWASP, CSV injection).
const FORMULA = /^[=+\-@\t\r]/
const NEEDS_QUOTES = /[",\r\n]/

type Cell = string | null

/** A payment with the price that it was quoted at. */
export interface ExportedPayment {
  readonly payment: Payment
  readonly quote: Quote
}

/** A line of a CSV file (RFC 4180). A text that a spreadsheet would calculate begins with an apostrophe; plain numbers stay. */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map((cell) => quoted(harmless(cell ?? ''))).join(',')}\r\n`

const harmless = (text: string): string => (FORMULA.test(text) && !PLAIN_NUMBER.test(text) ? `'${text}` : text)

const quoted = (text: string): string => (NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

const fiat = (minor: bigint, currency: FiatCode): string => formatUnits(minor, fiatDecimal(minor, currency).scale)

const units = (payment: Payment, amount: bigint | null): Cell =>
  amount === null ? null : formatUnits(amount, assetOf(payment.asset).decimals)

/** The value of an amount at the payment's own rate. */
const valueOf = ({ payment: { asset, currency }, quote: { rate } }: ExportedPayment, amount: bigint | null): Cell =>
  amount === null ? null : fiat(minorUnitsOf(amount, { asset: assetOf(asset), currency, rate }), currency)

/** Times name their zone in the head too, because spreadsheets drop it from the cells. */
const columns: Readonly<Record<string, (payment: Payment, exported: ExportedPayment) => Cell>> = {
  id: ({ id }) => id,
  created_at_utc: ({ createdAt }) => presentTime(createdAt),
  status: ({ state }) => state,
  exceptions: ({ exceptions }) => exceptions.join(' '),
  currency: ({ currency }) => currency,
  amount: ({ fiatMinor, currency }) => fiat(fiatMinor, currency),
  amount_usd: ({ usdCents }) => fiat(usdCents, 'USD'),
  blockchain: ({ asset }) => asset,
  exchange_rate: (_payment, { quote: { rate } }) => formatUnits(rate.digits, rate.scale),
  crypto_amount: (payment) => units(payment, payment.dueUnits),
  amount_received: (payment) => units(payment, payment.receivedUnits),
  amount_refunded: (payment) => units(payment, payment.refundedUnits),
  merchant_amount: (payment) => units(payment, payment.merchantUnits),
  fee_amount: (payment) => units(payment, payment.feeUnits),
  network_fee: (payment) => units(payment, payment.networkFeeUnits),
  value_received: ({ receivedUnits }, exported) => valueOf(exported, receivedUnits),
  value_merchant: ({ merchantUnits }, exported) => valueOf(exported, merchantUnits),
  value_fee: ({ feeUnits }, exported) => valueOf(exported, feeUnits),
  payment_address: ({ address }) => address,
  tx_hash: ({ txId }) => txId,
  forward_tx_hash: ({ forwardTxId }) => forwardTxId,
  confirmed_at_utc: ({ confirmedAt }) => presentTimeOrNull(confirmedAt),
  forwarded_at_utc: ({ forwardedAt }) => presentTimeOrNull(forwardedAt),
  description: ({ description }) => description,
  order: orderOf,
}

/** Without it, spreadsheets read UTF-8 as the encoding of their system (Unicode Standard, byte order mark). */
export const BYTE_ORDER_MARK = '\uFEFF'

/** The beginning of an export of payments: its first line. */
export const paymentsCsvHead = BYTE_ORDER_MARK + csvLine(Object.keys(columns))

/** A payment as a line of an export. Values are in `currency`, at `exchange_rate`. */
export const presentCsvLine = (exported: ExportedPayment): string =>
  csvLine(Object.values(columns).map((read) => read(exported.payment, exported)))
