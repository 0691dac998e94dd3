/** Where a party of an invoice is. */
export interface PostalAddress {
  readonly street: string
  /** Second line: floor, department, district. */
  readonly extra: string | null
  readonly postcode: string | null
  readonly city: string
  readonly region: string | null
  /** ISO 3166-1 alpha-2; Greece is `GR`, also where its VAT ids begin with `EL`. */
  readonly country: string
}

/** Whom the tax office sees as the seller: the tax profile of a business. */
export interface TaxProfile {
  readonly legalName: string
  readonly address: PostalAddress
  /** With the prefix of its country. A small business without one gives a tax number and a registration id. */
  readonly vatId: string | null
  /** The local number of the tax office. */
  readonly taxNumber: string | null
  /** Of the register of companies. */
  readonly registrationId: string | null
  readonly contact: { readonly name: string | null; readonly email: string | null; readonly phone: string | null } | null
}
