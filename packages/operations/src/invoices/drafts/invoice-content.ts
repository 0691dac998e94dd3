import type { InvoiceItemInput } from '@gateway/contract/invoices/item-input'
import { amountOfInvoice } from '@gateway/domain/invoices/amount-of-invoice'
import type { InvoiceLine } from '@gateway/domain/invoices/invoice-line'
import { InvalidField } from '@gateway/domain/kernel/error'
import { type Decimal, formatUnits } from '@gateway/domain/money/decimal'
import { type FiatCode, fiatDecimal, fiatDecimals, findMinorUnits } from '@gateway/domain/money/fiat'
import { InvalidAmount } from '@gateway/domain/payments/errors'
import { minorUnitsOf } from '../../rates/minor-units-of.ts'

/** A billion less a cent: beyond it a JSON number could not show every cent of a sum. */
const MOST_MINOR = 99_999_999_999n

/** What an invoice asks for. */
export interface Content {
  readonly currency: FiatCode
  /** With tax, in the smallest unit of the currency. */
  readonly amountMinor: bigint
  readonly lines: readonly InvoiceLine[]
}

/** What a merchant asks for; an absent amount or absent items were not named. */
interface Asked {
  readonly currency: FiatCode
  readonly amount?: Decimal | undefined
  readonly items?: readonly InvoiceItemInput[] | undefined
  readonly taxExemptionReason: string | null
}

/**
 * The content of a new invoice.
 *
 * @throws {InvalidAmount} {InvalidField} {InvalidInvoice} {AmountDiffersFromItems}
 */
export function contentOf({ currency, amount, items = [], taxExemptionReason }: Asked): Content {
  const lines = linesOf(items, currency)
  return checked({ currency, lines, amountMinor: amount ? amountMinorOf(amount, currency) : null, taxExemptionReason })
}

/**
 * The content of a draft after a change. Without new items it keeps its own, and without a new amount the sum of its items, else its own; prices keep their
 * numbers in another currency.
 *
 * @throws {InvalidAmount} also for a kept amount that is finer than the new currency. @throws {InvalidField} {InvalidInvoice} {AmountDiffersFromItems}
 */
export function changedContent(before: Content, { currency, amount, items, taxExemptionReason }: Asked): Content {
  const lines = items ? linesOf(items, currency) : before.lines.map((line) => inCurrency(line, before.currency, currency))
  const kept = items || lines.length > 0 ? null : moved(before.amountMinor, before.currency, currency)
  return checked({ currency, lines, amountMinor: amount ? amountMinorOf(amount, currency) : kept, taxExemptionReason })
}

interface Unchecked extends Omit<Content, 'amountMinor'> {
  readonly amountMinor: bigint | null
  readonly taxExemptionReason: string | null
}

function checked(asked: Unchecked): Content {
  const { currency, lines } = asked
  const amountMinor = amountOfInvoice(asked)
  return { currency, lines, amountMinor: notTooLarge(amountMinor, currency) }
}

/** An amount in the smallest unit of its currency. @throws {InvalidAmount} when it is finer than the currency, not positive, or a billion. */
export const amountMinorOf = (amount: Decimal, currency: FiatCode): bigint => notTooLarge(minorUnitsOf(amount, currency), currency)

function notTooLarge(amountMinor: bigint, currency: FiatCode): bigint {
  if (amountMinor <= MOST_MINOR) return amountMinor
  throw new InvalidAmount(`must not be above ${formatUnits(MOST_MINOR, fiatDecimals[currency])}`)
}

/** Lines with their prices in the smallest unit of a currency. @throws {InvalidField} for a price that is finer. */
export const linesOf = (items: readonly InvoiceItemInput[], currency: FiatCode): InvoiceLine[] =>
  items.map(({ unitAmount, ...item }, index) => {
    const unitAmountMinor = findMinorUnits(unitAmount, currency)
    if (unitAmountMinor === undefined)
      throw new InvalidField(`items.${index}.unit_amount`, `has more than ${fiatDecimals[currency]} decimals`)
    return { ...item, unitAmountMinor }
  })

const inCurrency = (line: InvoiceLine, from: FiatCode, to: FiatCode): InvoiceLine => ({
  ...line,
  unitAmountMinor: moved(line.unitAmountMinor, from, to),
})

/** The same number in another currency. @throws {InvalidAmount} where that has fewer decimals than the number. */
function moved(minor: bigint, from: FiatCode, to: FiatCode): bigint {
  const found = findMinorUnits(fiatDecimal(minor, from), to)
  if (found === undefined) throw new InvalidAmount(`has more than ${fiatDecimals[to]} decimals`)
  return found
}
