import type { InvoiceDocument } from '@gateway/domain/invoices/invoice-document'
import type { PostalAddress, TaxProfile } from '@gateway/domain/businesses/tax-profile'

/** A text of a document, by its member in the API. */
export interface PrintedField {
  readonly field: string
  readonly text: string
}

type Texts = Readonly<Record<string, string | null | undefined>>

/** Every text of a document that a merchant wrote; what is computed, such as amounts and days, has only characters that fonts have. */
export function printedFields(document: InvoiceDocument): PrintedField[] {
  const { buyer, lines, taxProfile, notes, buyerReference, sellerName, taxExemptionReason } = document
  return [
    ...under('business', { name: sellerName }),
    ...(taxProfile === null ? [] : profileTexts(taxProfile)),
    ...under('client', { name: buyer.name, email: buyer.email, tax_id: buyer.taxId }),
    ...addressTexts('client.address', buyer.address),
    ...under('client.electronic_address', { ...buyer.electronicAddress }),
    ...lines.flatMap(({ description }, index) => under(`items.${index}`, { description })),
    ...under('', { notes, buyer_reference: buyerReference, tax_exemption_reason: taxExemptionReason }),
  ]
}

function profileTexts({ legalName, vatId, taxNumber, registrationId, contact, address }: TaxProfile): PrintedField[] {
  const path = 'business.tax_profile'
  return [
    ...under(path, { legal_name: legalName, vat_id: vatId, tax_number: taxNumber, registration_id: registrationId }),
    ...under(`${path}.contact`, { ...contact }),
    ...addressTexts(`${path}.address`, address),
  ]
}

const addressTexts = (path: string, address: PostalAddress | null): PrintedField[] => under(path, { ...address })

const under = (path: string, texts: Texts): PrintedField[] =>
  Object.entries(texts).flatMap(([name, text]) =>
    typeof text !== 'string' ? [] : [{ field: path === '' ? name : `${path}.${name}`, text }],
  )
