import { exemptionReasonOf } from '@gateway/domain/invoices/vat-category'
import type { VatGroup } from '@gateway/domain/invoices/totals'
import { shownRate } from './draw-lines.ts'
import { colours, edges } from './measures.ts'
import type { Printed } from './printed.ts'
import { styles, type TextStyle } from './text-style.ts'

const LABEL = { x: 300, width: 140 } as const
const AMOUNT = { x: 430, width: edges.right - 430, align: 'right' } as const
const ROW = 17

/** The sums: net amounts and VAT by rate, the total, what is paid and what remains. */
export function drawSums(printed: Printed): void {
  const { sheet, document, totals, labels } = printed
  const total = document.kind === 'invoice' ? labels.total : labels.totalCredited
  sheet.ensure(90 + ROW * totals.vatGroups.length)
  sheet.y += 10
  if (document.lines.length > 0) drawTaxes(printed)
  sheet.rule(colours.ink, 1)
  sheet.y += 6
  row(printed, [total, document.amountMinor], styles.heading)
  if (document.paidMinor !== 0n) drawPaid(printed)
  drawReasons(printed)
}

function drawTaxes(printed: Printed): void {
  const { sheet, totals, labels, language, money } = printed
  row(printed, [labels.net, totals.netMinor], styles.body)
  for (const group of totals.vatGroups) {
    const label = `${labels.vat} ${shownRate(group.rateBps, language)} · ${money(group.baseMinor)}`
    row(printed, [label, group.taxMinor], styles.quiet)
  }
  if (totals.vatGroups.length > 1) row(printed, [labels.vat, totals.taxMinor], styles.body)
  sheet.y += 4
}

function drawPaid(printed: Printed): void {
  const { document, labels } = printed
  row(printed, [labels.paid, -document.paidMinor], styles.body)
  row(printed, [labels.amountDue, document.amountMinor - document.paidMinor], styles.heading)
}

/** Why no VAT is charged, which the law wants to read on the page too. */
function drawReasons({ sheet, totals, document }: Printed): void {
  const reasons = totals.vatGroups.flatMap(({ category }: VatGroup) => exemptionReasonOf(category, document) ?? [])
  if (reasons.length === 0) return
  sheet.y += 8
  sheet.flow([...new Set(reasons)].join('\n'), styles.quiet)
}

function row({ sheet, money }: Printed, [label, minor]: readonly [string, bigint], style: TextStyle): void {
  const belowLabel = sheet.set(label, style, LABEL)
  sheet.put(money(minor), style, AMOUNT)
  sheet.y = Math.max(belowLabel, sheet.y) + 2
}
