import type { InvoiceLine } from '@gateway/domain/invoices/invoice-line'
import { unitCodes } from '@gateway/domain/invoices/unit-code'
import { vatCategoryCodes } from '@gateway/domain/invoices/vat-category'
import { toNumber } from '@gateway/domain/money/decimal'
import { type FiatCode, fiatDecimal } from '@gateway/domain/money/fiat'
import { z } from 'zod'
import { FiatNumber } from '../wire/money.ts'
import { presentPercent } from '../wire/percent.ts'

/** A line in an answer. */
export const InvoiceItemView = z
  .object({
    description: z.string().meta({ description: 'What is sold.', example: 'Roasted coffee' }),
    quantity: z.number().meta({ description: 'So many units; below 0 for a discount or a return.', example: 2 }),
    unit_code: z.enum(unitCodes).meta({ description: 'The unit (UN/ECE Recommendation 20).', example: 'C62' }),
    unit_amount: FiatNumber.meta({ description: 'The net price of one unit, in whole units of the currency.', example: 100 }),
    tax_rate: z.number().meta({ description: 'The rate of VAT in percent.', example: 19 }),
    tax_category: z.enum(vatCategoryCodes).meta({ description: 'The VAT category (UNCL 5305).', example: 'S' }),
  })
  .meta({ id: 'InvoiceItem', description: 'A line of an invoice or a credit note.' })

/** Lines as they are answered. */
export const presentItems = (lines: readonly InvoiceLine[], currency: FiatCode): z.output<typeof InvoiceItemView>[] =>
  lines.map(({ description, quantity, unitCode, unitAmountMinor, taxRateBps, taxCategory }) => ({
    description,
    quantity: toNumber(quantity),
    unit_code: unitCode,
    unit_amount: toNumber(fiatDecimal(unitAmountMinor, currency)),
    tax_rate: presentPercent(taxRateBps),
    tax_category: taxCategory,
  }))
