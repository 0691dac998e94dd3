import type { FieldProblem } from '../kernel/error.ts'
import type { InvoiceLine } from './invoice-line.ts'
import { vatCategoryOf } from './vat-category.ts'

/** Lines of one invoice at most; a page holds about thirty. */
export const MAX_LINES = 200
/** Digits of a quantity after the point. */
const MAX_QUANTITY_DECIMALS = 6
const MAX_RATE_BPS = 10_000

/** Why lines cannot stand on an invoice together, by member of the request; empty for lines that can (EN 16931 BR-27, BR-S-05, BR-E-10, BR-O-11). */
export function findLineProblems(
  lines: readonly InvoiceLine[],
  { taxExemptionReason }: { taxExemptionReason: string | null },
): FieldProblem[] {
  const categories = new Set(lines.map(({ taxCategory }) => taxCategory))
  const problems = lines.flatMap(problemsOfLine)
  if (lines.length > MAX_LINES) problems.push({ field: 'items', message: `has more than ${MAX_LINES} items` })
  if (categories.has('O') && categories.size > 1)
    problems.push({ field: 'items', message: 'mixes category O (not subject to VAT) with others: write two invoices' })
  if (categories.has('E') && taxExemptionReason === null)
    problems.push({ field: 'tax_exemption_reason', message: 'is required for items of category E' })
  return problems
}

function problemsOfLine({ unitAmountMinor, quantity, taxRateBps, taxCategory }: InvoiceLine, index: number): FieldProblem[] {
  const { isTaxed, name } = vatCategoryOf(taxCategory)
  const rows: readonly (readonly [isWrong: boolean, member: string, message: string])[] = [
    [unitAmountMinor < 0n, 'unit_amount', 'is negative: write a negative quantity'],
    [quantity.digits === 0n, 'quantity', 'is 0'],
    [quantity.scale > MAX_QUANTITY_DECIMALS, 'quantity', `has more than ${MAX_QUANTITY_DECIMALS} decimals`],
    [isTaxed && taxRateBps <= 0, 'tax_rate', 'is not above 0: choose category Z, E, AE, K, G or O'],
    [!isTaxed && taxRateBps !== 0, 'tax_rate', `is not 0 in category ${taxCategory} (${name})`],
    [taxRateBps > MAX_RATE_BPS, 'tax_rate', 'is above 100'],
  ]
  return rows.filter(([isWrong]) => isWrong).map(([, member, message]) => ({ field: `items.${index}.${member}`, message }))
}
