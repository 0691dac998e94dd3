import { documentOf, lineOf } from '@gateway/domain/invoices/test-invoices'
import type { VatCategory } from '@gateway/domain/invoices/vat-category'
import { describe, expect, test } from 'vitest'
import { writeCrossIndustryInvoice } from './cross-industry-invoice.ts'

/** The texts of an element, in their order. */
const textsOf = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<ram:${name}(?: [^>]*)?>([^<]*)</ram:${name}>`, 'g'))].map(([, text = '']) => text)

const quantity = { digits: 25n, scale: 1 }

describe('the e-invoice', () => {
  test('states lines, VAT by rate and sums with the digits of the currency', () => {
    const lines = [lineOf({ quantity }), lineOf({ unitAmountMinor: 1_995n, taxRateBps: 700, unitCode: 'KGM' })]
    const xml = writeCrossIndustryInvoice(documentOf({ lines, amountMinor: 31_885n, paidMinor: 10_000n }))
    expect(textsOf(xml, 'BilledQuantity')).toEqual(['2.5', '1'])
    expect(textsOf(xml, 'LineTotalAmount')).toEqual(['250.00', '19.95', '269.95'])
    expect(textsOf(xml, 'CalculatedAmount')).toEqual(['47.50', '1.40'])
    expect(textsOf(xml, 'BasisAmount')).toEqual(['250.00', '19.95'])
    expect(textsOf(xml, 'RateApplicablePercent')).toEqual(['19', '7', '19', '7'])
    expect(textsOf(xml, 'TaxTotalAmount')).toEqual(['48.90'])
    expect(textsOf(xml, 'GrandTotalAmount')).toEqual(['318.85'])
    expect(textsOf(xml, 'TotalPrepaidAmount')).toEqual(['100.00'])
    expect(textsOf(xml, 'DuePayableAmount')).toEqual(['218.85'])
    expect(textsOf(xml, 'TypeCode')).toEqual(['380', 'VAT', 'VAT', '68', 'VAT', 'VAT'])
  })

  test('of yen has whole amounts', () => {
    const xml = writeCrossIndustryInvoice(documentOf({ currency: 'JPY' }))
    expect(textsOf(xml, 'GrandTotalAmount')).toEqual(['11900'])
  })

  test('escapes what a merchant wrote', () => {
    const xml = writeCrossIndustryInvoice(documentOf({ notes: '<a> & "b" ]]>' }))
    expect(textsOf(xml, 'Content')).toEqual(['&lt;a&gt; &amp; &quot;b&quot; ]]&gt;'])
  })

  test('of a credit note is of type 381 and names its invoice', () => {
    const credits = { number: 'INV-42', issueDate: '2026-10-01' }
    const xml = writeCrossIndustryInvoice(documentOf({ kind: 'credit_note', number: 'INV-43', credits, payUrl: null }))
    expect(textsOf(xml, 'TypeCode')[0]).toBe('381')
    expect(textsOf(xml, 'IssuerAssignedID')).toEqual(['INV-42'])
    expect(xml).toContain('<qdt:DateTimeString format="102">20261001</qdt:DateTimeString>')
    expect(xml).not.toContain('PaymentMeans')
  })

  test('names no VAT id and no rate where nothing is subject to VAT', () => {
    const xml = writeCrossIndustryInvoice(documentOf({ lines: [lineOf({ taxCategory: 'O', taxRateBps: 0 })] }))
    expect(textsOf(xml, 'RateApplicablePercent')).toEqual([])
    expect(xml).not.toContain('schemeID="VA"')
    expect(textsOf(xml, 'ExemptionReasonCode')).toEqual(['VATEX-EU-O'])
  })

  test('gives the reason of the merchant for what is exempt, and beside it the reason of each other category', () => {
    const untaxed = (taxCategory: VatCategory) => lineOf({ taxCategory, taxRateBps: 0 })
    const reasonsOf = (...categories: VatCategory[]) => {
      const xml = writeCrossIndustryInvoice(documentOf({ lines: categories.map(untaxed), taxExemptionReason: 'Exempt, § 4 no. 21 UStG' }))
      return [textsOf(xml, 'ExemptionReason'), textsOf(xml, 'ExemptionReasonCode')]
    }
    expect(reasonsOf('E', 'AE', 'K', 'G')).toEqual([
      ['Exempt, § 4 no. 21 UStG', 'Reverse charge', 'Intra-community supply', 'Export outside the EU'],
      ['VATEX-EU-AE', 'VATEX-EU-IC', 'VATEX-EU-G'],
    ])
    expect(reasonsOf('AE')).toEqual([['Exempt, § 4 no. 21 UStG'], ['VATEX-EU-AE']])
  })

  test('of a supply to another EU country says where it was delivered', () => {
    const xml = writeCrossIndustryInvoice(documentOf({ lines: [lineOf({ taxCategory: 'K', taxRateBps: 0 })] }))
    expect(xml).toContain('<ram:ShipToTradeParty><ram:PostalTradeAddress><ram:CountryID>AT</ram:CountryID>')
    expect(textsOf(xml, 'ExemptionReason')).toEqual(['Intra-community supply'])
  })
})
