import type { DocumentBuyer, InvoiceDocument } from '@gateway/domain/invoices/invoice-document'
import type { InvoiceLine } from '@gateway/domain/invoices/invoice-line'
import { anyLines, documentOf, lineOf, testTaxProfile } from '@gateway/domain/invoices/test-invoices'
import { totalsOf } from '@gateway/domain/invoices/totals'
import type { VatCategory } from '@gateway/domain/invoices/vat-category'
import fc from 'fast-check'

const SAMPLES = 40
const SEED = 16_931

/** Forty e-invoices by name: those that have a rule of their own, and drawn ones. */
export function sampleInvoices(): Map<string, InvoiceDocument> {
  // A merchant can send none that asks for nothing; returns and discounts are among the lines.
  const payable = anyLines.map((lines) => lines.map(ofModestSize)).filter((lines) => totalsOf(lines).totalMinor > 0n)
  const drawn = fc.sample(payable, { numRuns: SAMPLES - Object.keys(named).length, seed: SEED })
  const further = drawn.map((lines, index) => [`drawn-${index}`, invoiceOf(lines)] as const)
  return new Map([...Object.entries(named), ...further])
}

/** An invoice over lines, its amount theirs. */
function invoiceOf(lines: readonly InvoiceLine[], changes: Partial<InvoiceDocument> = {}): InvoiceDocument {
  const outsideVat = lines.some(({ taxCategory }) => taxCategory === 'O')
  const taxProfile = outsideVat ? smallBusiness : testTaxProfile
  const isExempt = lines.some(({ taxCategory }) => taxCategory === 'E')
  const taxExemptionReason = isExempt ? 'Exempt under Article 132 of Directive 2006/112/EC' : null
  return documentOf({ lines, amountMinor: totalsOf(lines).totalMinor, taxProfile, taxExemptionReason, ...changes })
}

/** Columns of a page are made for amounts below a thousand millions. */
const ofModestSize = (line: InvoiceLine): InvoiceLine => ({
  ...line,
  quantity: { digits: (line.quantity.digits % 10_000n) + 1n || 1n, scale: Math.min(line.quantity.scale, 3) },
  unitAmountMinor: line.unitAmountMinor % 1_000_000n,
})

const smallBusiness = { ...testTaxProfile, vatId: null, taxNumber: '12/345/67890', registrationId: 'HRB 12345 B' }
const quantity = (digits: bigint, scale = 0) => ({ digits, scale })
const at = (taxRateBps: number, changes: Partial<InvoiceLine> = {}) => lineOf({ taxRateBps, ...changes })
const untaxed = (taxCategory: VatCategory) => lineOf({ taxCategory, taxRateBps: 0 })
const numbered = (count: number) =>
  Array.from({ length: count }, (_, index) => lineOf({ description: `Item ${index + 1}`, quantity: quantity(BigInt(index + 1)) }))

const japanese: DocumentBuyer = {
  name: '株式会社さくら商事',
  email: null,
  address: { street: '丸の内一丁目', extra: null, postcode: '100-0005', city: '東京都千代田区', region: null, country: 'JP' },
  taxId: null,
  electronicAddress: null,
}
const indian: DocumentBuyer = {
  name: 'Bharat Retail Pvt Ltd',
  email: 'accounts@example.com',
  address: { street: 'MG Road 5', extra: 'Floor 3', postcode: '560001', city: 'Bengaluru', region: 'Karnataka', country: 'IN' },
  taxId: '29AAAAA0000A1Z5',
  electronicAddress: null,
}
const greek: DocumentBuyer = {
  name: 'Ελληνική Εταιρεία Α.Ε.',
  email: null,
  address: { street: 'Ερμού 12', extra: null, postcode: '10563', city: 'Αθήνα', region: null, country: 'GR' },
  taxId: 'EL123456789',
  electronicAddress: { scheme: 'EM', value: 'invoices@example.com' },
}
const creditNote = { kind: 'credit_note', number: 'INV-43', payUrl: null, dueDate: null } as const
const credited = { ...creditNote, credits: { number: 'INV-42', issueDate: '2026-09-01' } }

const named: Readonly<Record<string, InvoiceDocument>> = {
  'one-rate': invoiceOf([lineOf()]),
  'three-rates': invoiceOf([at(1_900), at(700), at(550), at(1_900, { unitAmountMinor: 3n })]),
  'broken-quantities': invoiceOf([at(1_900, { quantity: quantity(1_234_567n, 6), unitCode: 'KGM', unitAmountMinor: 1_999n })]),
  'discount-and-free-line': invoiceOf([
    lineOf(),
    lineOf({ quantity: quantity(-1n), unitAmountMinor: 2_500n }),
    lineOf({ unitAmountMinor: 0n }),
  ]),
  'free-line-zero-rated': invoiceOf([lineOf(), { ...untaxed('Z'), unitAmountMinor: 0n }]),
  'zero-rated': invoiceOf([untaxed('Z')]),
  exempt: invoiceOf([untaxed('E'), lineOf()]),
  'exempt-beside-reverse-charge': invoiceOf([untaxed('E'), untaxed('AE')]),
  'reverse-charge': invoiceOf([untaxed('AE')], { buyer: greek, language: 'de' }),
  'intra-community': invoiceOf([untaxed('K'), { ...untaxed('K'), quantity: quantity(7n) }], { buyer: greek, language: 'fr' }),
  export: invoiceOf([untaxed('G')], { buyer: indian }),
  'outside-vat': invoiceOf([untaxed('O')]),
  'small-business': invoiceOf([untaxed('E')], {
    taxProfile: smallBusiness,
    taxExemptionReason: 'Kein Ausweis von Umsatzsteuer nach § 19 UStG',
    language: 'de',
  }),
  yen: invoiceOf([{ ...untaxed('G'), description: 'ソフトウェア利用料 10月', unitAmountMinor: 150_000n }], {
    currency: 'JPY',
    language: 'ja',
    buyer: japanese,
  }),
  'yen-taxed': invoiceOf([at(1_000, { unitAmountMinor: 333n }), at(800, { unitAmountMinor: 333n })], { currency: 'JPY', language: 'ja' }),
  rupees: invoiceOf([{ ...untaxed('G'), quantity: quantity(10n), unitAmountMinor: 1_234_550n }], {
    currency: 'INR',
    language: 'hi',
    buyer: indian,
    dueDate: null,
  }),
  yuan: invoiceOf([{ ...untaxed('G'), description: '软件许可 东' }], { currency: 'CNY', language: 'zh-CN', buyer: indian }),
  'partly-paid': invoiceOf([lineOf()], { paidMinor: 4_000n, language: 'it' }),
  'fully-paid': invoiceOf([lineOf()], { paidMinor: 11_900n, payUrl: null }),
  'credit-note': invoiceOf([lineOf()], { ...credited, language: 'es' }),
  'credit-note-of-a-part': invoiceOf([at(700, { quantity: quantity(15n, 1) })], { ...credited, language: 'pt-BR' }),
  'credit-note-of-the-rest': invoiceOf(
    [lineOf(), lineOf({ description: 'Goodwill', quantity: quantity(-4n), unitAmountMinor: 2_500n }), at(700)],
    credited,
  ),
  'negative-total': invoiceOf([lineOf({ quantity: quantity(-2n) }), at(700)], { payUrl: null }),
  'two-pages': invoiceOf(numbered(40)),
  'seven-pages': invoiceOf(numbered(200), { notes: 'A long note, line by line.\n'.repeat(60) }),
  'signs-of-xml': invoiceOf([lineOf({ description: 'Nuts & bolts <M5> "long"' })], {
    taxProfile: {
      ...testTaxProfile,
      legalName: 'Müller & Söhne GmbH',
      contact: { name: 'Zoë', email: 'zoe@example.com', phone: '+49 30 123456' },
    },
    buyerReference: 'PO 77 & 78',
    notes: 'Thank you.\n\nCafé, Łódź, Αθήνα, Київ, 東京, ₹.',
  }),
}
