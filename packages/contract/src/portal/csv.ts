import { assetOf } from '@gateway/domain/money/asset'
import { formatUnits } from '@gateway/domain/money/decimal'
import { fiatDecimal, type FiatCode } from '@gateway/domain/money/fiat'
import type { Payment } from '@gateway/domain/payments/payment'
import { presentTime, presentTimeOrNull } from '../wire/time.ts'
import { orderOf } from './payments.ts'

const PLAIN_NUMBER = /^-?\d+(?:\.\d+)?$/
// A spreadsheet calculates what begins with one of these (OWASP, CSV injection).
const FORMULA = /^[=+\-@\t\r]/
const NEEDS_QUOTES = /[",\r\n]/

type Cell = string | null

/** A line of a CSV file (RFC 4180). A text that a spreadsheet would calculate begins with an apostrophe; plain numbers stay. */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map((cell) => quoted(harmless(cell ?? ''))).join(',')}\r\n`

const harmless = (text: string): string => (FORMULA.test(text) && !PLAIN_NUMBER.test(text) ? `'${text}` : text)

const quoted = (text: string): string => (NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

const fiat = (minor: bigint, currency: FiatCode): string => formatUnits(minor, fiatDecimal(minor, currency).scale)

const units = (payment: Payment, amount: bigint | null): Cell =>
  amount === null ? null : formatUnits(amount, assetOf(payment.asset).decimals)

const columns: Readonly<Record<string, (payment: Payment) => Cell>> = {
  id: ({ id }) => id,
  created_at: ({ createdAt }) => presentTime(createdAt),
  status: ({ state }) => state,
  exceptions: ({ exceptions }) => exceptions.join(' '),
  currency: ({ currency }) => currency,
  amount: ({ fiatMinor, currency }) => fiat(fiatMinor, currency),
  amount_usd: ({ usdCents }) => fiat(usdCents, 'USD'),
  blockchain: ({ asset }) => asset,
  crypto_amount: (payment) => units(payment, payment.dueUnits),
  amount_received: (payment) => units(payment, payment.receivedUnits),
  amount_refunded: (payment) => units(payment, payment.refundedUnits),
  merchant_amount: (payment) => units(payment, payment.merchantUnits),
  fee_amount: (payment) => units(payment, payment.feeUnits),
  network_fee: (payment) => units(payment, payment.networkFeeUnits),
  payment_address: ({ address }) => address,
  tx_hash: ({ txId }) => txId,
  forward_tx_hash: ({ forwardTxId }) => forwardTxId,
  confirmed_at: ({ confirmedAt }) => presentTimeOrNull(confirmedAt),
  forwarded_at: ({ forwardedAt }) => presentTimeOrNull(forwardedAt),
  description: ({ description }) => description,
  order: orderOf,
}

/** The first line of an export of payments. */
export const paymentsCsvHead = csvLine(Object.keys(columns))

/** A payment as a line of an export. */
export const presentCsvLine = (payment: Payment): string => csvLine(Object.values(columns).map((read) => read(payment)))
