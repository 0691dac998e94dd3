import { MAX_LINES } from '@gateway/domain/invoices/line-problems'
import { unitCodes } from '@gateway/domain/invoices/unit-code'
import { vatCategoryCodes } from '@gateway/domain/invoices/vat-category'
import { type Decimal, findJsonDecimal } from '@gateway/domain/money/decimal'
import { z } from 'zod'
import { findInexactSource } from '../wire/json.ts'
import { wireInput } from '../wire/names.ts'
import { percent } from '../wire/percent.ts'
import { choice, type Read, scalar } from '../wire/scalar.ts'
import { text } from '../wire/text.ts'

const Quantity = scalar<number | string, Decimal>((raw) => readDecimal(raw, 'must be a number, such as 2 or "1.5"'), {
  description: 'So many units, with at most 6 decimals; below 0 for a discount or a return.',
  example: 2,
  type: ['number', 'string'],
})
const UnitAmount = scalar<number | string, Decimal>(readUnitAmount, {
  description: 'The net price of one unit, in whole units of the currency, at least 0.',
  example: 100,
  type: ['number', 'string'],
})

/** A line as it is asked for; the operation reads the price in the currency of the invoice. */
export const InvoiceItemInput = wireInput(
  z.object({
    description: text({ min: 1, max: 1_000 }, { description: 'What is sold.', example: 'Roasted coffee' }),
    quantity: Quantity.prefault(1),
    unitCode: choice(unitCodes, { description: 'The unit (UN/ECE Recommendation 20); `C62` is a piece.', example: 'C62' }).prefault('C62'),
    unitAmount: UnitAmount,
    taxRate: percent(100, { description: 'The rate of VAT or sales tax in percent.', example: 19 }).prefault(0),
    taxCategory: choice(vatCategoryCodes, {
      description:
        'The VAT category (UNCL 5305): `S` standard or reduced rate, `Z` zero rated, `E` exempt, `AE` reverse charge, `K` intra-community supply, `G` export, `O` not subject to VAT. Without it `S` where there is a rate, else `O`.',
      example: 'S',
    }).optional(),
  }),
).transform(({ taxRate, taxCategory, ...item }) => ({
  ...item,
  taxRateBps: taxRate,
  taxCategory: taxCategory ?? (taxRate > 0 ? ('S' as const) : ('O' as const)),
}))
/** A line whose price is not yet in the smallest unit of a currency. */
export type InvoiceItemInput = z.output<typeof InvoiceItemInput>

/** The lines of an invoice or a credit note. */
export const InvoiceItems = z.array(InvoiceItemInput).max(MAX_LINES)

function readDecimal(raw: unknown, problem: string): Read<Decimal> {
  const source = typeof raw === 'string' || typeof raw === 'number' ? String(raw) : findInexactSource(raw)
  const value = source === undefined ? undefined : findJsonDecimal(source)
  return value === undefined ? { problem } : { value }
}

function readUnitAmount(raw: unknown): Read<Decimal> {
  const read = readDecimal(raw, 'must be a number, such as 12.5 or "12.50"')
  return 'value' in read && read.value.digits < 0n ? { problem: 'must not be below 0: write a negative quantity' } : read
}
