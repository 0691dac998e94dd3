import { describe, expect, test } from 'vitest'
import { isCountry, isVatId } from './country.ts'
import { findEInvoiceGaps } from './e-invoice.ts'
import type { InvoiceDocument } from './invoice-document.ts'
import { documentOf, lineOf, testTaxProfile } from './test-invoices.ts'

const { buyer } = documentOf()
const untaxed = (taxCategory: 'AE' | 'K' | 'G' | 'O' | 'E') => [lineOf({ taxCategory, taxRateBps: 0 })]
const smallBusiness = { ...testTaxProfile, vatId: null, taxNumber: '12/345/67890', registrationId: 'HRB 12345' }

describe('an invoice', () => {
  test('with a tax profile and the address of its client is an e-invoice', () => {
    expect(findEInvoiceGaps(documentOf())).toEqual([])
    expect(findEInvoiceGaps(documentOf({ taxProfile: smallBusiness, lines: untaxed('E') }))).toEqual([])
    expect(findEInvoiceGaps(documentOf({ taxProfile: smallBusiness, lines: untaxed('O') }))).toEqual([])
  })

  test('that lacks what the rules ask for names the member', () => {
    const rows: readonly (readonly [member: string, changes: Partial<InvoiceDocument>])[] = [
      ['items', { lines: [] }],
      ['business.tax_profile', { taxProfile: null }],
      ['business.tax_profile.vat_id', { taxProfile: { ...smallBusiness, registrationId: null }, lines: untaxed('E') }],
      ['business.tax_profile.vat_id', { taxProfile: smallBusiness, lines: untaxed('G') }],
      ['business.tax_profile.vat_id', { lines: untaxed('O') }],
      ['client.name', { buyer: { ...buyer, name: null } }],
      ['client.address', { buyer: { ...buyer, address: null } }],
      ['client.tax_id', { buyer: { ...buyer, taxId: null }, lines: untaxed('AE') }],
      ['client.tax_id', { buyer: { ...buyer, taxId: '12-3456789' }, lines: untaxed('K') }],
      ['service_date', { serviceDate: null, lines: untaxed('K') }],
      ['credits', { kind: 'credit_note' }],
    ]
    for (const [member, changes] of rows) expect(findEInvoiceGaps(documentOf(changes))).toEqual([member])
  })
})

test('VAT ids begin with the prefix of a country, which for Greece is EL beside GR', () => {
  expect(['DE123456789', 'EL123456789', 'GR123456789', 'XI123456789', 'CHE-123.456.789'].filter((id) => !isVatId(id))).toEqual([])
  expect(['123456789', 'ZZ123456789', 'de123456789', 'DE'].filter(isVatId)).toEqual([])
  expect(['DE', 'GR', 'EL', 'de', ''].filter(isCountry)).toEqual(['DE', 'GR'])
})
