import { sumOf } from '../money/units.ts'
import { type Bps, divideHalfAway } from '../money/rounding.ts'
import { type InvoiceLine, netOfLine } from './invoice-line.ts'
import type { VatCategory } from './vat-category.ts'

/** What all lines of one category and rate come to, in the smallest unit of the currency. */
export interface VatGroup {
  readonly category: VatCategory
  readonly rateBps: Bps
  readonly baseMinor: bigint
  readonly taxMinor: bigint
}

/** The sums of an invoice, in the smallest unit of its currency; the smallest unit of yen is one yen. */
export interface InvoiceTotals {
  /** Net amount of each line, in their order. */
  readonly lineNetsMinor: readonly bigint[]
  /** One for each pair of category and rate, in the order of their first lines. */
  readonly vatGroups: readonly VatGroup[]
  readonly netMinor: bigint
  readonly taxMinor: bigint
  readonly totalMinor: bigint
}

/**
 * The sums of lines by EN 16931: VAT once for each category and rate on the sum of its net lines, never line by line, halves away from zero.
 * BR-CO-10, -13, -14, -15 and -17 hold exactly.
 */
export function totalsOf(lines: readonly InvoiceLine[]): InvoiceTotals {
  const vatGroups = groupLines(lines)
  const netMinor = sumOf(vatGroups.map(({ baseMinor }) => baseMinor))
  const taxMinor = sumOf(vatGroups.map((group) => group.taxMinor))
  return { lineNetsMinor: lines.map(netOfLine), vatGroups, netMinor, taxMinor, totalMinor: netMinor + taxMinor }
}

/** VAT of a net amount, rounded to the smallest unit of the currency, halves away from zero. */
export const vatOf = (baseMinor: bigint, rateBps: Bps): bigint => divideHalfAway(baseMinor * BigInt(rateBps), 10_000n)

/** The same for what is taxed together. */
export const vatKeyOf = ({ category, rateBps }: Pick<VatGroup, 'category' | 'rateBps'>): string => `${category} ${rateBps}`

function groupLines(lines: readonly InvoiceLine[]): VatGroup[] {
  const groups = new Map<string, Omit<VatGroup, 'taxMinor'>>()
  for (const line of lines) {
    const { taxCategory: category, taxRateBps: rateBps } = line
    const key = vatKeyOf({ category, rateBps })
    const baseMinor = (groups.get(key)?.baseMinor ?? 0n) + netOfLine(line)
    groups.set(key, { category, rateBps, baseMinor })
  }
  return [...groups.values()].map((group) => ({ ...group, taxMinor: vatOf(group.baseMinor, group.rateBps) }))
}
