import type { PostalAddress, TaxProfile } from '../businesses/tax-profile.ts'
import type { BusinessId, MerchantId, Mode } from '../kernel/id.ts'

/** Where electronic invoices are sent: an address under a scheme of the EAS code list, such as `EM` for e-mail. */
export interface ElectronicAddress {
  readonly scheme: string
  readonly value: string
}

/** What stands of a client on its invoices. */
export interface Buyer {
  readonly name: string
  readonly email: string | null
  /** Language of its documents and e-mails, a BCP 47 tag. */
  readonly language: string | null
  readonly address: PostalAddress | null
  /** A VAT id with the prefix of its country, or a local tax number. */
  readonly taxId: string | null
  readonly electronicAddress: ElectronicAddress | null
}

/** What stands of a business on an invoice that was sent. */
export interface Seller {
  readonly name: string
  /** IANA name; its days are counted there. */
  readonly timeZone: string
  readonly taxProfile: TaxProfile | null
}

/** Whom a business invoices. */
export interface Client extends Buyer {
  readonly id: string
  readonly merchantId: MerchantId
  readonly businessId: BusinessId
  readonly mode: Mode
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** What a client has of a buyer, without its owner and its dates. */
export const buyerOf = ({ name, email, language, address, taxId, electronicAddress }: Buyer): Buyer => ({
  name,
  email,
  language,
  address,
  taxId,
  electronicAddress,
})
