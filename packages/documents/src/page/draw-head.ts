import { isVatId } from '@gateway/domain/invoices/country'
import type { DocumentBuyer } from '@gateway/domain/invoices/invoice-document'
import type { PostalAddress, TaxProfile } from '@gateway/domain/businesses/tax-profile'
import { shownCountry, shownDay } from '../amounts.ts'
import type { Labels } from '../labels/label-set.ts'
import { edges } from './measures.ts'
import type { Printed } from './printed.ts'
import { styles } from './text-style.ts'

const LEFT = { x: edges.left, width: 270 } as const
const RIGHT = { x: 330, width: edges.right - 330, align: 'right' } as const
const FACT = { x: 330, width: 95 } as const
const VALUE = { x: 425, width: edges.right - 425, align: 'right' } as const
const BUYER_AT = 166

/** Both parties, and the facts of the document: its number and days. */
export function drawHead(printed: Printed): void {
  drawSeller(printed)
  const { sheet } = printed
  const top = Math.max(sheet.y + 24, BUYER_AT)
  sheet.y = top
  drawBuyer(printed)
  const belowBuyer = sheet.y
  sheet.y = top
  drawFacts(printed)
  sheet.y = Math.max(belowBuyer, sheet.y) + 26
}

function drawSeller({ sheet, document, labels, language }: Printed): void {
  const { taxProfile, sellerName, kind, number } = document
  const name = taxProfile?.legalName ?? sellerName
  const title = `${kind === 'invoice' ? labels.invoice : labels.creditNote} ${number}`
  const belowName = sheet.set(name, styles.title, LEFT)
  const belowTitle = sheet.set(title, styles.heading, RIGHT)
  sheet.y = belowName
  if (taxProfile !== null) sheet.put(profileLines(taxProfile, { labels, language }).join('\n'), styles.quiet, LEFT)
  sheet.y = Math.max(belowTitle, sheet.y)
}

function profileLines(profile: TaxProfile, words: { labels: Labels; language: string }): string[] {
  const { labels, language } = words
  const { vatId, taxNumber, registrationId, contact } = profile
  const ids = [
    [labels.vatId, vatId],
    [labels.taxNumber, taxNumber],
    [labels.registration, registrationId],
  ]
  return [
    ...addressLines(profile.address, language),
    ...ids.flatMap(([label, id]) => (typeof id === 'string' ? [`${label} ${id}`] : [])),
    ...[contact?.name, contact?.email, contact?.phone].filter((text) => typeof text === 'string'),
  ]
}

function drawBuyer({ sheet, document, labels, language }: Printed): void {
  const lines = buyerLines(document.buyer, { labels, language })
  if (lines.length === 0) return
  sheet.put(labels.billTo, styles.label, LEFT)
  sheet.put(lines.join('\n'), styles.body, LEFT)
}

function buyerLines({ name, email, address, taxId }: DocumentBuyer, { labels, language }: { labels: Labels; language: string }): string[] {
  const id = taxId === null ? [] : [`${isVatId(taxId) ? labels.vatId : labels.taxId} ${taxId}`]
  return [name, ...(address === null ? [email] : addressLines(address, language)), ...id].filter((line) => line !== null)
}

function addressLines({ street, extra, postcode, city, region, country }: PostalAddress, language: string): string[] {
  const place = [postcode, city].filter((part) => part !== null).join(' ')
  return [street, extra, place, region, shownCountry(country, language)].filter((line) => line !== null)
}

function drawFacts({ sheet, document, labels, language }: Printed): void {
  const { kind, issueDate, serviceDate, dueDate, buyerReference, credits } = document
  const day = (text: string | null): string | null => (text === null ? null : shownDay(text, language))
  const due = kind === 'credit_note' ? null : (day(dueDate) ?? labels.onReceipt)
  const facts: readonly (readonly [label: string, value: string | null])[] = [
    [labels.issued, day(issueDate)],
    [labels.delivered, day(serviceDate)],
    [labels.due, due],
    [labels.credits, credits === null ? null : credits.number],
    [labels.reference, buyerReference],
  ]
  for (const [label, value] of facts) {
    if (value === null) continue
    const belowLabel = sheet.set(label, styles.quiet, FACT)
    sheet.put(value, styles.body, VALUE)
    sheet.y = Math.max(belowLabel, sheet.y)
  }
}
