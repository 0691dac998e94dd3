import type { InvoiceLine } from '@gateway/domain/invoices/invoice-line'
import { anyLines } from '@gateway/domain/invoices/test-invoices'
import { totalsOf } from '@gateway/domain/invoices/totals'
import { formatUnits } from '@gateway/domain/money/decimal'
import fc from 'fast-check'
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const DRAWN_INVOICES = 400
const digitsOfCurrencies = [0, 2]

test('the sums of invoices agree with an independent implementation in decimal arithmetic, to the last digit', () => {
  const drawn = fc.sample(fc.record({ lines: anyLines, digits: fc.constantFrom(...digitsOfCurrencies) }), DRAWN_INVOICES)
  const invoices = drawn.map(({ lines, digits }) => ({ digits, lines: lines.map((line) => textsOf(line, digits)) }))
  const output = execFileSync('python3', [join(import.meta.dirname, 'invoice-totals.py')], { input: JSON.stringify(invoices) })
  expect(drawn.map(({ lines }) => sumsOf(lines))).toEqual(JSON.parse(String(output)))
})

const textsOf = (line: InvoiceLine, digits: number) => ({
  quantity: formatUnits(line.quantity.digits, line.quantity.scale),
  price: formatUnits(line.unitAmountMinor, digits),
  rate: formatUnits(BigInt(line.taxRateBps), 2),
  category: line.taxCategory,
})

function sumsOf(lines: readonly InvoiceLine[]) {
  const { lineNetsMinor, vatGroups, netMinor, taxMinor, totalMinor } = totalsOf(lines)
  return {
    nets: lineNetsMinor.map(String),
    groups: vatGroups.map((group) => [
      group.category,
      formatUnits(BigInt(group.rateBps), 2),
      String(group.baseMinor),
      String(group.taxMinor),
    ]),
    net: String(netMinor),
    tax: String(taxMinor),
    total: String(totalMinor),
  }
}
