import { findEInvoiceGaps } from '@gateway/domain/invoices/e-invoice'
import type { InvoiceDocument } from '@gateway/domain/invoices/invoice-document'
import { totalsOf } from '@gateway/domain/invoices/totals'
import { createHash } from 'node:crypto'
import PDFDocument from 'pdfkit'
import { shownAmount } from './amounts.ts'
import { writeCrossIndustryInvoice } from './e-invoice/cross-industry-invoice.ts'
import { FACTUR_X_FILE, facturXMetadata } from './e-invoice/factur-x-metadata.ts'
import { fontFiles } from './fonts/faces.ts'
import { documentLanguage, labelsOf } from './labels/labels.ts'
import { drawFooters, drawNotes, drawPayLink } from './page/draw-foot.ts'
import { drawHead } from './page/draw-head.ts'
import { drawLines } from './page/draw-lines.ts'
import { drawSums } from './page/draw-sums.ts'
import { Sheet } from './page/sheet.ts'

/** A written document. */
export interface InvoicePdf {
  readonly bytes: Buffer
  /** SHA-256 of the bytes, in hexadecimal. */
  readonly sha256: string
  /** Whether it is a Factur-X file: the e-invoice is embedded. */
  readonly isEInvoice: boolean
}

/**
 * An invoice or credit note as PDF/A-3b (ISO 19005-3); with a tax profile and an address of the client it is the e-invoice too, by the Factur-X XML of EN
 * 16931 inside. The same document gives the same bytes with the same version of the fonts, so the bytes are stored once, when it is sent.
 *
 * @throws {Error} when its amount is not that of its lines, and for a character that no font has (`findUnprintable`).
 */
export async function writeInvoicePdf(document: InvoiceDocument): Promise<InvoicePdf> {
  const isEInvoice = findEInvoiceGaps(document).length === 0
  const pdf = openPdf(document)
  drawDocument(pdf, document)
  if (isEInvoice) embedEInvoice(pdf, document)
  const bytes = await bytesOf(pdf)
  return { bytes, sha256: createHash('sha256').update(bytes).digest('hex'), isEInvoice }
}

/** Every date comes from the document. */
const momentOf = ({ issueDate }: InvoiceDocument): Date => new Date(`${issueDate}T00:00:00.000Z`)

function openPdf(document: InvoiceDocument): PDFKit.PDFDocument {
  const at = momentOf(document)
  const pdf = new PDFDocument({
    size: 'A4',
    margin: 0,
    subset: 'PDF/A-3b',
    pdfVersion: '1.7',
    lang: documentLanguage(document.language),
    displayTitle: true,
    autoFirstPage: false,
    bufferPages: true,
    // These texts reach the XMP metadata unescaped, so a name with an ampersand would end PDF/A: hence only the number.
    info: { Title: document.number, Creator: 'payment-gateway', Producer: 'payment-gateway', CreationDate: at, ModDate: at },
  })
  for (const [face, file] of Object.entries(fontFiles)) pdf.registerFont(face, file)
  return pdf
}

function drawDocument(pdf: PDFKit.PDFDocument, document: InvoiceDocument): void {
  const language = documentLanguage(document.language)
  const totals = totalsOf(document.lines)
  if (document.lines.length > 0 && totals.totalMinor !== document.amountMinor)
    throw new Error(`${document.number}: the amount is not that of the lines`)
  const money = (minor: bigint): string => shownAmount(minor, document.currency, language)
  const printed = { sheet: new Sheet(pdf, language), document, totals, labels: labelsOf(language), language, money }
  for (const draw of [drawHead, drawLines, drawSums, drawPayLink, drawNotes, drawFooters]) draw(printed)
}

function embedEInvoice(pdf: PDFKit.PDFDocument, document: InvoiceDocument): void {
  const at = momentOf(document)
  // The types do not know the relationship, which PDF/A-3 asks for.
  const options = {
    name: FACTUR_X_FILE,
    type: 'text/xml',
    relationship: 'Alternative',
    description: 'Factur-X invoice',
    creationDate: at,
    modifiedDate: at,
  }
  pdf.file(Buffer.from(writeCrossIndustryInvoice(document)), options)
  pdf.appendXML(facturXMetadata)
}

function bytesOf(pdf: PDFKit.PDFDocument): Promise<Buffer> {
  const chunks: Buffer[] = []
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
  pdf.on('end', () => resolve(Buffer.concat(chunks)))
  pdf.on('error', reject)
  pdf.end()
  return promise
}
