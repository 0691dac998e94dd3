import { describe, expect, test } from 'vitest'
import { documentOfCreditNote, documentOfInvoice } from './document-of-invoice.ts'
import type { InvoiceLine } from './invoice-line.ts'
import type { Invoice } from './invoice.ts'
import type { Client } from './party.ts'
import { documentOf, lineOf, testTaxProfile } from './test-invoices.ts'

const at = new Date('2026-10-01T00:00:00.000Z')
const owner = { merchantId: 'm', businessId: 'b', mode: 'live' } as const
const invoice: Invoice = {
  ...owner,
  id: 'i',
  number: 42,
  clientId: 'c',
  currency: 'EUR',
  amountMinor: 11_900n,
  lines: [lineOf()],
  asset: 'BTC',
  state: 'sent',
  issueDate: '2026-10-01',
  serviceDate: '2026-09-30',
  dueDate: '2026-10-31',
  notes: null,
  language: 'en',
  taxExemptionReason: null,
  buyerReference: null,
  walletId: null,
  walletAddress: null,
  paymentAddress: null,
  payoutTermsId: null,
  takesCards: false,
  feeBps: 100,
  seller: null,
  buyer: null,
  creditedMinor: 0n,
  creditNotesMinor: 0n,
  outsideMinor: null,
  outsideNote: null,
  outsideBy: null,
  remindersOn: true,
  overdueAt: null,
  sentAt: at,
  viewedAt: null,
  paidAt: null,
  createdAt: at,
  updatedAt: at,
}
const client: Client = {
  ...owner,
  ...documentOf().buyer,
  id: 'c',
  name: 'Beispiel AG',
  language: 'de',
  createdAt: at,
  updatedAt: at,
}
const facts = { sellerName: 'Kestrel Coffee', taxProfile: testTaxProfile, client, today: '2026-10-02', payUrl: documentOf().payUrl ?? '' }

describe('the document of an invoice', () => {
  test('says what the invoice, its business and its client say', () => {
    expect(documentOfInvoice(invoice, facts)).toEqual(documentOf())
  })

  test('takes the language of the client and the present day where the invoice names none', () => {
    const bare = documentOfInvoice({ ...invoice, language: null, issueDate: null }, facts)
    expect([bare.language, bare.issueDate]).toEqual(['de', '2026-10-02'])
    const alone = documentOfInvoice({ ...invoice, language: null }, { ...facts, client: null })
    expect([alone.language, alone.buyer.name]).toEqual(['en', null])
  })

  test('has no link when nothing is left to pay', () => {
    expect(documentOfInvoice({ ...invoice, creditedMinor: 11_900n }, facts)).toMatchObject({ paidMinor: 11_900n, payUrl: null })
    expect(documentOfInvoice({ ...invoice, creditedMinor: 900n }, facts)).toMatchObject({ paidMinor: 900n, payUrl: facts.payUrl })
  })
})

test('a credit note over none of the exempt lines of its invoice does not give their reason', () => {
  const exempt = lineOf({ taxCategory: 'E', taxRateBps: 0 })
  const reverse = lineOf({ taxCategory: 'AE', taxRateBps: 0 })
  const reasonOf = (own: readonly InvoiceLine[], credited: readonly InvoiceLine[]) => {
    const note = { number: 'INV-43', issueDate: '2026-11-02', amountMinor: 10_000n, lines: credited, notes: null }
    return documentOfCreditNote(documentOf({ lines: own, taxExemptionReason: 'Private tuition' }), note).taxExemptionReason
  }
  expect(reasonOf([exempt, reverse], [reverse])).toBeNull()
  expect(reasonOf([exempt, reverse], [exempt])).toBe('Private tuition')
  expect(reasonOf([reverse], [reverse])).toBe('Private tuition')
})

test('the document of a credit note names its invoice and asks for nothing', () => {
  const note = { number: 'INV-43', issueDate: '2026-11-02', amountMinor: 11_900n, lines: [lineOf()], notes: 'Returned.' }
  expect(documentOfCreditNote(documentOf({ paidMinor: 900n }), note)).toEqual({
    ...documentOf(),
    ...note,
    kind: 'credit_note',
    credits: { number: 'INV-42', issueDate: '2026-10-01' },
    dueDate: null,
    paidMinor: 0n,
    payUrl: null,
  })
})
