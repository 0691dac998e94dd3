import { sumOf } from '../../money/units.ts'
import type { Decimal } from '../../money/decimal.ts'
import { type InvoiceLine, netOfLine } from '../invoice-line.ts'
import { findLineProblems } from '../line-problems.ts'
import { totalsOf, vatKeyOf } from '../totals.ts'

/** An invoice that was credited in part, by lines. */
export interface PartlyCredited {
  readonly lines: readonly InvoiceLine[]
  readonly taxExemptionReason: string | null
  /** What was credited before. */
  readonly creditNotes: readonly { readonly lines: readonly InvoiceLine[] }[]
}

/**
 * The lines that say what credit notes have left of an invoice: its own beside theirs with turned signs, alike ones added up.
 *
 * Undefined where no lines can: VAT is rounded once for each category and rate (EN 16931 BR-CO-17), so that of the rest may be a smallest unit off that of the
 * invoice less that of the notes. Undefined too for lines that may not stand on a document together.
 */
export function findLinesLeft({ lines, taxExemptionReason, creditNotes }: PartlyCredited): readonly InvoiceLine[] | undefined {
  if (creditNotes.length === 0) return lines
  const parts = [lines, ...creditNotes.map((note) => note.lines.map(turned))]
  const left = addAlike(parts.flat())
  if (findLineProblems(left, { taxExemptionReason }).length > 0) return undefined
  const stated = taxesOf([left])
  return [...taxesOf(parts)].every(([key, taxMinor]) => taxMinor === (stated.get(key) ?? 0n)) ? left : undefined
}

const turned = ({ quantity, ...line }: InvoiceLine): InvoiceLine => ({ ...line, quantity: { ...quantity, digits: -quantity.digits } })

/** VAT of documents together, by category and rate, each rounded in its own document. */
function taxesOf(documents: readonly (readonly InvoiceLine[])[]): Map<string, bigint> {
  const groups = documents.flatMap((lines) => totalsOf(lines).vatGroups)
  const together = [...Map.groupBy(groups, vatKeyOf)]
  return new Map(together.map(([key, members]) => [key, sumOf(members.map(({ taxMinor }) => taxMinor))]))
}

const addAlike = (lines: readonly InvoiceLine[]): InvoiceLine[] => [...Map.groupBy(lines, kindOf).values()].flatMap(added)

/** The same for lines that differ in their quantity alone. */
const kindOf = ({ taxCategory, taxRateBps, unitAmountMinor, unitCode, description }: InvoiceLine): string =>
  `${taxCategory} ${taxRateBps} ${unitAmountMinor} ${unitCode} ${description}`

/** One line for alike ones, none where they cancel out; themselves where their sum would be rounded to another net amount. */
function added(alike: readonly InvoiceLine[]): readonly InvoiceLine[] {
  const quantity = sumOfQuantities(alike)
  const sum = alike.slice(0, 1).map((line) => ({ ...line, quantity }))
  if (sumOf(sum.map(netOfLine)) !== sumOf(alike.map(netOfLine))) return alike
  return quantity.digits === 0n ? [] : sum
}

function sumOfQuantities(lines: readonly InvoiceLine[]): Decimal {
  const scale = Math.max(...lines.map(({ quantity }) => quantity.scale))
  return { digits: sumOf(lines.map(({ quantity }) => quantity.digits * 10n ** BigInt(scale - quantity.scale))), scale }
}
