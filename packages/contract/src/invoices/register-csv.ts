import { formatInvoiceNumber, type RegisterRow } from '@gateway/domain/invoices/invoice-number'
import type { InvoiceState } from '@gateway/domain/invoices/machine'
import { formatUnits } from '@gateway/domain/money/decimal'
import { type FiatCode, fiatDecimals } from '@gateway/domain/money/fiat'
import { BYTE_ORDER_MARK, csvLine } from '../portal/csv.ts'
import { presentTime, presentTimeOrNull } from '../wire/time.ts'

/** A number of the register with what it was taken for; the members of a void one are null. */
interface RegisteredNumber extends RegisterRow {
  readonly createdAt: Date
  readonly voidedAt: Date | null
  readonly state: InvoiceState | null
  readonly currency: FiatCode | null
  readonly amountMinor: bigint | null
  readonly issueDate: string | null
  readonly clientName: string | null
  readonly creditedNumber: number | null
}

/** Amounts are in whole units of `currency`, and negative on a credit note, so that a column adds up. */
const columns: Readonly<Record<string, (line: RegisteredNumber) => string | null>> = {
  number: ({ number }) => formatInvoiceNumber(number),
  kind: ({ kind }) => kind,
  status: ({ status, kind, state }) => (status === 'void' ? 'void' : kind === 'invoice' ? state : 'issued'),
  issue_date: ({ issueDate }) => issueDate,
  client: ({ clientName }) => clientName,
  currency: ({ currency }) => currency,
  amount: amountOf,
  credits: ({ creditedNumber }) => (creditedNumber === null ? null : formatInvoiceNumber(creditedNumber)),
  created_at_utc: ({ createdAt }) => presentTime(createdAt),
  voided_at_utc: ({ voidedAt }) => presentTimeOrNull(voidedAt),
}

/** The beginning of an export of a register: its first line. */
export const registerCsvHead = BYTE_ORDER_MARK + csvLine(Object.keys(columns))

/** A number as a line of an export. */
export const presentRegisterLine = (line: RegisteredNumber): string => csvLine(Object.values(columns).map((read) => read(line)))

function amountOf({ amountMinor, currency, kind }: RegisteredNumber): string | null {
  if (amountMinor === null || currency === null) return null
  return formatUnits(kind === 'credit_note' ? -amountMinor : amountMinor, fiatDecimals[currency])
}
