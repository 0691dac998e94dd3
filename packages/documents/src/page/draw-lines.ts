import { type InvoiceLine, netOfLine } from '@gateway/domain/invoices/invoice-line'
import { unitSigns } from '@gateway/domain/invoices/unit-code'
import { plainQuantity, plainRate, shownNumber } from '../amounts.ts'
import { edges } from './measures.ts'
import type { Printed } from './printed.ts'
import { styles } from './text-style.ts'

const COLUMNS = {
  description: { x: edges.left, width: 210 },
  quantity: { x: 272, width: 62, align: 'right' },
  unitPrice: { x: 338, width: 80, align: 'right' },
  vat: { x: 420, width: 36, align: 'right' },
  net: { x: 459, width: edges.right - 459, align: 'right' },
} as const

const GAP = 5

/** The lines as a table; its head stands on every page that it reaches. Nothing for a document over a bare amount. */
export function drawLines(printed: Printed): void {
  if (printed.document.lines.length === 0) return
  drawTableHead(printed)
  for (const line of printed.document.lines) drawLine(printed, line)
}

function drawTableHead({ sheet, labels }: Printed): void {
  const bottoms = Object.entries(COLUMNS).map(([name, column]) => sheet.set(labels[name as keyof typeof COLUMNS], styles.label, column))
  sheet.y = Math.max(...bottoms) + 3
  sheet.rule()
}

function drawLine(printed: Printed, line: InvoiceLine): void {
  const { sheet, money } = printed
  const cells = {
    description: line.description,
    quantity: shownQuantity(line, printed.language),
    unitPrice: money(line.unitAmountMinor),
    vat: shownRate(line.taxRateBps, printed.language),
    net: money(netOfLine(line)),
  }
  const entries = Object.entries(COLUMNS).map(([name, column]) => ({ column, text: cells[name as keyof typeof COLUMNS] }))
  const height = Math.max(...entries.map(({ column, text }) => sheet.text.heightOf(text, { width: column.width, style: styles.body })))
  if (sheet.ensure(height + 2 * GAP)) drawTableHead(printed)
  sheet.y += GAP
  for (const { column, text } of entries) sheet.set(text, styles.body, column)
  sheet.y += height + GAP - 1
  sheet.rule()
}

function shownQuantity({ quantity, unitCode }: InvoiceLine, language: string): string {
  const sign = unitSigns[unitCode]
  const number = shownNumber(plainQuantity(quantity), language)
  return sign === null ? number : `${number} ${sign}`
}

/** A rate as the page shows it: `19 %`. */
export const shownRate = (rateBps: number, language: string): string => `${shownNumber(plainRate(rateBps), language)} %`
