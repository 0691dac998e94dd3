import { isVatId } from '@gateway/domain/invoices/country'
import type { DocumentBuyer, InvoiceDocument } from '@gateway/domain/invoices/invoice-document'
import type { PostalAddress, TaxProfile } from '@gateway/domain/businesses/tax-profile'
import type { ElectronicAddress } from '@gateway/domain/invoices/party'
import { optionalElement, parentElement, textElement, type Xml } from './xml.ts'

/** Both parties and the reference of the buyer (BG-4, BG-7, BT-10). Where nothing is subject to VAT, no VAT id may stand (BR-O-02). */
export function writeAgreement({ lines, taxProfile, buyer, buyerReference }: InvoiceDocument): Xml {
  const isOutsideVat = lines.some(({ taxCategory }) => taxCategory === 'O')
  return parentElement('ram:ApplicableHeaderTradeAgreement', [
    textElement('ram:BuyerReference', buyerReference),
    taxProfile === null ? '' : sellerOf(taxProfile, isOutsideVat),
    buyerOf(buyer, isOutsideVat),
  ])
}

const sellerOf = ({ legalName, registrationId, contact, address, vatId, taxNumber }: TaxProfile, isOutsideVat: boolean): Xml =>
  parentElement('ram:SellerTradeParty', [
    textElement('ram:Name', legalName),
    optionalElement('ram:SpecifiedLegalOrganization', [textElement('ram:ID', registrationId)]),
    contact === null ? '' : contactOf(contact),
    addressOf(address),
    vatId === null || isOutsideVat ? '' : registrationOf(vatId, 'VA'),
    taxNumber === null ? '' : registrationOf(taxNumber, 'FC'),
  ])

const buyerOf = ({ name, address, taxId, electronicAddress }: DocumentBuyer, isOutsideVat: boolean): Xml =>
  parentElement('ram:BuyerTradeParty', [
    textElement('ram:Name', name),
    address === null ? '' : addressOf(address),
    electronicAddress === null ? '' : endpointOf(electronicAddress),
    taxId === null || isOutsideVat || !isVatId(taxId) ? '' : registrationOf(taxId, 'VA'),
  ])

const contactOf = ({ name, email, phone }: NonNullable<TaxProfile['contact']>): Xml =>
  optionalElement('ram:DefinedTradeContact', [
    textElement('ram:PersonName', name),
    optionalElement('ram:TelephoneUniversalCommunication', [textElement('ram:CompleteNumber', phone)]),
    optionalElement('ram:EmailURIUniversalCommunication', [textElement('ram:URIID', email)]),
  ])

const addressOf = ({ street, extra, postcode, city, region, country }: PostalAddress): Xml =>
  parentElement('ram:PostalTradeAddress', [
    textElement('ram:PostcodeCode', postcode),
    textElement('ram:LineOne', street),
    textElement('ram:LineTwo', extra),
    textElement('ram:CityName', city),
    textElement('ram:CountryID', country),
    textElement('ram:CountrySubDivisionName', region),
  ])

const endpointOf = ({ scheme, value }: ElectronicAddress): Xml =>
  parentElement('ram:URIUniversalCommunication', [textElement('ram:URIID', value, { schemeID: scheme })])

/** `VA` is a VAT id, `FC` a number of the local tax office. */
const registrationOf = (id: string, scheme: 'VA' | 'FC'): Xml =>
  parentElement('ram:SpecifiedTaxRegistration', [textElement('ram:ID', id, { schemeID: scheme })])
