import { sumOf } from '../money/units.ts'
import { type InvoiceLine, netOfLine } from './invoice-line.ts'
import { type InvoiceTotals, vatKeyOf, vatOf } from './totals.ts'

/**
 * Every sum of an invoice that does not follow from its lines; empty for sums that `totalsOf` computed.
 *
 * The validators of EN 16931 let two kinds pass: VAT that is off by less than 1.00, and a line whose net amount is not quantity × price. Sums
 * that are stored or read are checked here; documents compute theirs.
 */
export function findTotalsFaults(lines: readonly InvoiceLine[], totals: InvoiceTotals): string[] {
  const { lineNetsMinor, vatGroups, netMinor, taxMinor, totalMinor } = totals
  const rows: readonly (readonly [fault: string, stated: bigint | undefined, expected: bigint])[] = [
    ...lines.map((line, index) => [`net amount of line ${index + 1}`, lineNetsMinor[index], netOfLine(line)] as const),
    ...vatGroups.map(
      (group) => [`VAT of ${group.category} ${group.rateBps}`, group.taxMinor, vatOf(group.baseMinor, group.rateBps)] as const,
    ),
    ...basesOf(lines).map(
      ([key, base]) => [`net amount of ${key}`, vatGroups.find((group) => vatKeyOf(group) === key)?.baseMinor, base] as const,
    ),
    ['net amount', netMinor, sumOf(lineNetsMinor)],
    ['VAT', taxMinor, sumOf(vatGroups.map((group) => group.taxMinor))],
    ['total', totalMinor, netMinor + taxMinor],
    ['number of lines', BigInt(lineNetsMinor.length), BigInt(lines.length)],
    ['number of VAT groups', BigInt(vatGroups.length), BigInt(basesOf(lines).length)],
  ]
  return rows.filter(([, stated, expected]) => stated !== expected).map(([fault]) => fault)
}

function basesOf(lines: readonly InvoiceLine[]): [key: string, baseMinor: bigint][] {
  const groups = Map.groupBy(lines, ({ taxCategory, taxRateBps }) => vatKeyOf({ category: taxCategory, rateBps: taxRateBps }))
  return [...groups].map(([key, members]) => [key, sumOf(members.map(netOfLine))])
}
