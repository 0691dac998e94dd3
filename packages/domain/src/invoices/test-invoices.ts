import fc from 'fast-check'
import type { InvoiceDocument } from './invoice-document.ts'
import type { InvoiceLine } from './invoice-line.ts'
import type { PostalAddress, TaxProfile } from '../businesses/tax-profile.ts'
import { unitCodes } from './unit-code.ts'
import { type VatCategory, vatCategoryCodes, vatCategoryOf } from './vat-category.ts'

/** A line over one piece for 100.00 at 19 %, with changes. */
export const lineOf = (changes: Partial<InvoiceLine> = {}): InvoiceLine => ({
  description: 'Roasted coffee',
  quantity: { digits: 1n, scale: 0 },
  unitCode: 'C62',
  unitAmountMinor: 10_000n,
  taxRateBps: 1_900,
  taxCategory: 'S',
  ...changes,
})

const rateOf = (category: VatCategory): fc.Arbitrary<number> =>
  vatCategoryOf(category).isTaxed ? fc.constantFrom(1_900, 700, 550, 210, 2_100, 810, 1, 10_000) : fc.constant(0)

/** Any line of a category, returns and discounts among them. */
const anyLineOf = (category: VatCategory): fc.Arbitrary<InvoiceLine> =>
  fc.record({
    description: fc.constantFrom('Roasted coffee', 'Grinder', 'Consulting, day rate'),
    quantity: fc
      .record({ digits: fc.bigInt({ min: -1_000_000_000n, max: 1_000_000_000n }), scale: fc.integer({ min: 0, max: 6 }) })
      .filter(({ digits }) => digits !== 0n),
    unitCode: fc.constantFrom(...unitCodes),
    unitAmountMinor: fc.oneof(fc.bigInt({ min: 0n, max: 10n ** 12n }), fc.bigInt({ min: 0n, max: 300n })),
    taxRateBps: rateOf(category),
    taxCategory: fc.constant(category),
  })

/** Any lines that may stand on one invoice together. */
export const anyLines: fc.Arbitrary<InvoiceLine[]> = fc.oneof(
  fc.array(fc.constantFrom(...vatCategoryCodes.filter((code) => code !== 'O')).chain(anyLineOf), { minLength: 1, maxLength: 30 }),
  fc.array(anyLineOf('O'), { minLength: 1, maxLength: 5 }),
)

const berlin: PostalAddress = { street: 'Bergmannstraße 9', extra: null, postcode: '10961', city: 'Berlin', region: null, country: 'DE' }
const vienna: PostalAddress = { street: 'Gasse 1', extra: null, postcode: '1010', city: 'Wien', region: null, country: 'AT' }

/** The tax profile of a business with a VAT id. */
export const testTaxProfile: TaxProfile = {
  legalName: 'Kestrel Coffee GmbH',
  address: berlin,
  vatId: 'DE123456789',
  taxNumber: null,
  registrationId: null,
  contact: null,
}

/** An invoice of a business with a tax profile to a client in Austria, with changes. */
export const documentOf = (changes: Partial<InvoiceDocument> = {}): InvoiceDocument => ({
  kind: 'invoice',
  number: 'INV-42',
  credits: null,
  language: 'en',
  currency: 'EUR',
  amountMinor: 11_900n,
  lines: [lineOf()],
  issueDate: '2026-10-01',
  serviceDate: '2026-09-30',
  dueDate: '2026-10-31',
  sellerName: 'Kestrel Coffee',
  taxProfile: testTaxProfile,
  buyer: { name: 'Beispiel AG', email: null, address: vienna, taxId: 'ATU12345678', electronicAddress: null },
  taxExemptionReason: null,
  buyerReference: null,
  notes: null,
  paidMinor: 0n,
  payUrl: 'https://pay.example.com/now/5e1f7c2a-90b4-4d0e-8f57-2f6f0f0b9a31',
  ...changes,
})
