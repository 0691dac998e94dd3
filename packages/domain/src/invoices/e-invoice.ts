import { isVatId } from './country.ts'
import type { InvoiceDocument } from './invoice-document.ts'
import { vatCategoryOf } from './vat-category.ts'

/**
 * The members that an invoice lacks to be an e-invoice of EN 16931; empty for one that is. An invoice that lacks any is a document for people alone.
 *
 * Rules: a name and an address of both parties (BR-06, -07, -08, -10), an id of the seller (BR-CO-26), the VAT ids that a category asks for (BR-AE-02,
 * BR-IC-02, BR-G-02, BR-E-02), none where it is not subject to VAT (BR-O-02), and the day of an intra-community supply (BR-IC-11).
 */
export function findEInvoiceGaps(document: InvoiceDocument): string[] {
  const { lines, taxProfile, buyer } = document
  if (lines.length === 0) return ['items']
  const rows: readonly (readonly [isMissing: boolean, member: string])[] = [
    [taxProfile === null, 'business.tax_profile'],
    [taxProfile !== null && !hasSellerIds(document), 'business.tax_profile.vat_id'],
    [buyer.name === null, 'client.name'],
    [buyer.address === null, 'client.address'],
    [asksForBuyer(document) && !(buyer.taxId !== null && isVatId(buyer.taxId)), 'client.tax_id'],
    [document.serviceDate === null && lines.some(({ taxCategory }) => taxCategory === 'K'), 'service_date'],
    [document.kind === 'credit_note' && document.credits === null, 'credits'],
  ]
  return rows.filter(([isMissing]) => isMissing).map(([, member]) => member)
}

const asksForBuyer = ({ lines }: InvoiceDocument): boolean => lines.some(({ taxCategory }) => vatCategoryOf(taxCategory).vatIds === 'both')

/** A VAT id serves every category but O; a tax number with a registration id serves the categories that ask for no VAT id. */
function hasSellerIds({ lines, taxProfile }: InvoiceDocument): boolean {
  const { vatId, taxNumber, registrationId } = taxProfile ?? { vatId: null, taxNumber: null, registrationId: null }
  const asked = new Set(lines.map(({ taxCategory }) => vatCategoryOf(taxCategory).vatIds))
  if (asked.has('none')) return registrationId !== null
  if (vatId !== null) return isVatId(vatId)
  return taxNumber !== null && registrationId !== null && !asked.has('seller') && !asked.has('both')
}
