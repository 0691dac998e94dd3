import type { InvoiceDocument } from '@gateway/domain/invoices/invoice-document'
import { totalsOf } from '@gateway/domain/invoices/totals'
import { writeAgreement } from './agreement.ts'
import { writeDelivery } from './delivery.ts'
import { writeLine } from './line.ts'
import { writeSettlement } from './settlement.ts'
import { dayElement } from './day.ts'
import { parentElement, textElement, type Xml } from './xml.ts'

/** Type codes of UNTDID 1001. */
const typeCodes = { invoice: '380', credit_note: '381' } as const satisfies Record<InvoiceDocument['kind'], string>

const NAMESPACES = [
  ['rsm', 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100'],
  ['qdt', 'urn:un:unece:uncefact:data:standard:QualifiedDataType:100'],
  ['ram', 'urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100'],
  ['udt', 'urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100'],
]
  .map(([prefix, name]) => ` xmlns:${prefix}="${name}"`)
  .join('')

/**
 * An invoice or credit note of EN 16931 in the CII syntax (UN/CEFACT D16B), as Factur-X 1.0 embeds it. The order of elements is part of the schema.
 *
 * The document must have no gaps (`findEInvoiceGaps`); its amounts are those of its lines.
 */
export function writeCrossIndustryInvoice(document: InvoiceDocument): Xml {
  const totals = totalsOf(document.lines)
  const transaction = parentElement('rsm:SupplyChainTradeTransaction', [
    ...document.lines.map((line, index) => writeLine(line, { number: index + 1, currency: document.currency })),
    writeAgreement(document),
    writeDelivery(document),
    writeSettlement(document, totals),
  ])
  return `<?xml version="1.0" encoding="UTF-8"?>\n<rsm:CrossIndustryInvoice${NAMESPACES}>${CONTEXT}${headOf(document)}${transaction}</rsm:CrossIndustryInvoice>\n`
}

const CONTEXT = parentElement('rsm:ExchangedDocumentContext', [
  parentElement('ram:GuidelineSpecifiedDocumentContextParameter', [textElement('ram:ID', 'urn:cen.eu:en16931:2017')]),
])

const headOf = ({ number, kind, issueDate, notes }: InvoiceDocument): Xml =>
  parentElement('rsm:ExchangedDocument', [
    textElement('ram:ID', number),
    textElement('ram:TypeCode', typeCodes[kind]),
    dayElement('ram:IssueDateTime', issueDate),
    notes === null ? '' : parentElement('ram:IncludedNote', [textElement('ram:Content', notes)]),
  ])
