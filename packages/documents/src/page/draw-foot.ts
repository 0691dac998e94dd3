import { colours, edges, textWidth } from './measures.ts'
import type { Printed } from './printed.ts'
import { styles } from './text-style.ts'

const BOX_HEIGHT = 58
const PADDING = 16

/** The link to the page at which the invoice can be paid. */
export function drawPayLink({ sheet, document, labels }: Printed): void {
  const { payUrl } = document
  if (payUrl === null) return
  sheet.ensure(BOX_HEIGHT + 26)
  sheet.y += 26
  const top = sheet.y
  const column = { x: edges.left + PADDING, width: textWidth - 2 * PADDING }
  sheet.pdf.roundedRect(edges.left, top, textWidth, BOX_HEIGHT, 6).fillColor(colours.well).fill()
  sheet.y = top + 10
  sheet.put(labels.payOnline, styles.strong, column)
  sheet.y = top + 30
  sheet.put(payUrl, styles.link, column)
  sheet.pdf.link(edges.left, top, textWidth, BOX_HEIGHT, payUrl)
  sheet.y = top + BOX_HEIGHT
}

/** What the merchant wrote below, over as many pages as it takes. */
export function drawNotes({ sheet, document }: Printed): void {
  if (document.notes === null) return
  sheet.y += 18
  sheet.flow(document.notes, styles.quiet)
}

/** Seller, number and page at the foot of every page. */
export function drawFooters({ sheet, document, labels }: Printed): void {
  const { pdf } = sheet
  const { start, count } = pdf.bufferedPageRange()
  const seller = document.taxProfile?.legalName ?? document.sellerName
  for (let page = 0; page < count; page += 1) {
    pdf.switchToPage(start + page)
    sheet.y = edges.footer - 7
    sheet.rule()
    sheet.y = edges.footer
    const number = `${labels.page} ${page + 1}/${count}`
    const numberWidth = sheet.text.widthOf(number, styles.label)
    sheet.set(`${seller} · ${document.number}`, styles.label, { x: edges.left, width: textWidth - numberWidth - PADDING })
    sheet.set(number, styles.label, { x: edges.left, width: textWidth, align: 'right' })
  }
}
