import { documentOf, lineOf, testTaxProfile } from '@gateway/domain/invoices/test-invoices'
import { totalsOf } from '@gateway/domain/invoices/totals'
import { describe, expect, test } from 'vitest'
import { writeInvoicePdf } from './write-invoice-pdf.ts'

const pagesOf = (bytes: Buffer): number => bytes.toString('latin1').match(/\/Type \/Page\n/g)?.length ?? 0
/** As many lines as leave room on their page for sums and a short reason. */
const FULL_PAGE = 17
const longLines = Array.from({ length: 120 }, (_, index) => lineOf({ description: `Item ${index + 1}` }))

describe('the PDF of an invoice', () => {
  test('has the same bytes whenever it is written', async () => {
    const document = documentOf({ notes: 'Łódź, 東京, 软件, हिन्दी' })
    const [first, second] = [await writeInvoicePdf(document), await writeInvoicePdf(document)]
    expect(second.bytes.equals(first.bytes)).toBe(true)
    expect(second.sha256).toBe(first.sha256)
    const other = await writeInvoicePdf({ ...document, notes: 'Łódź' })
    expect(other.sha256).not.toBe(first.sha256)
  })

  test('is the e-invoice too when tax profile and client allow it', async () => {
    const { bytes, isEInvoice } = await writeInvoicePdf(documentOf())
    expect(isEInvoice).toBe(true)
    expect(bytes.toString('latin1')).toContain('(factur-x.xml)')
  })

  test('is a document for people alone over a bare amount and without a tax profile', async () => {
    const buyer = { name: null, email: null, address: null, taxId: null, electronicAddress: null }
    const { bytes, isEInvoice } = await writeInvoicePdf(documentOf({ lines: [], taxProfile: null, buyer, amountMinor: 128_000n }))
    expect(isEInvoice).toBe(false)
    expect(bytes.toString('latin1')).not.toContain('factur-x')
  })

  test('continues on further pages', async () => {
    const long = documentOf({ lines: longLines, amountMinor: totalsOf(longLines).totalMinor, notes: 'A long note.\n'.repeat(80) })
    expect(pagesOf((await writeInvoicePdf(long)).bytes)).toBe(6)
    expect(pagesOf((await writeInvoicePdf(documentOf())).bytes)).toBe(1)
  })

  test('continues a reason for no tax on the next page where the footer would be in its way', async () => {
    const lines = longLines.slice(0, FULL_PAGE).map((line) => ({ ...line, taxCategory: 'E' as const, taxRateBps: 0 }))
    const full = documentOf({ lines, amountMinor: totalsOf(lines).totalMinor, payUrl: null })
    expect(pagesOf((await writeInvoicePdf({ ...full, taxExemptionReason: 'Exempt' })).bytes)).toBe(1)
    expect(pagesOf((await writeInvoicePdf({ ...full, taxExemptionReason: 'Exempt. '.repeat(62) })).bytes)).toBe(2)
    expect(pagesOf((await writeInvoicePdf({ ...full, taxExemptionReason: 'Exempt\n'.repeat(62) })).bytes)).toBe(3)
  })

  test('embeds no more of its fonts than it uses', async () => {
    const { bytes } = await writeInvoicePdf(documentOf({ notes: '東京 软件' }))
    expect(bytes.length).toBeLessThan(60_000)
  })

  test('keeps names with signs of XML out of its metadata, where they would end the archival format', async () => {
    const taxProfile = { ...testTaxProfile, legalName: 'Müller & Söhne <GmbH>' }
    const { bytes } = await writeInvoicePdf(documentOf({ taxProfile }))
    expect(bytes.toString('latin1')).not.toContain('Müller')
  })

  test('is refused when its amount is not that of its lines, or when no font has a character', async () => {
    await expect(writeInvoicePdf(documentOf({ amountMinor: 11_899n }))).rejects.toThrow('the amount is not that of the lines')
    await expect(writeInvoicePdf(documentOf({ notes: 'قهوة' }))).rejects.toThrow('no font has U+0642')
  })
})
