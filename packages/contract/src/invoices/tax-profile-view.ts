import type { PostalAddress, TaxProfile } from '@gateway/domain/businesses/tax-profile'
import { z } from 'zod'

const text = (description: string, example: string | null) => z.string().nullable().meta({ description, example })

/** An address in an answer. */
export const PostalAddressView = z
  .object({
    street: z.string().meta({ description: 'Street and number.', example: 'Bergmannstraße 9' }),
    extra: text('A second line; null without one.', null),
    postcode: text('The postcode; null without one.', '10961'),
    city: z.string().meta({ description: 'The city.', example: 'Berlin' }),
    region: text('The region; null without one.', null),
    country: z.string().meta({ description: 'The country (ISO 3166-1 alpha-2).', example: 'DE' }),
  })
  .meta({ id: 'PostalAddress', description: 'Where a party of an invoice is.' })

/** An address as it is answered. */
export const presentAddress = ({ street, extra, postcode, city, region, country }: PostalAddress): z.output<typeof PostalAddressView> => ({
  street,
  extra,
  postcode,
  city,
  region,
  country,
})

/** The tax profile of a business in an answer. */
export const TaxProfileView = z
  .object({
    legal_name: z.string().meta({ description: 'The name in the register, or of the owner.', example: 'Kestrel Coffee GmbH' }),
    address: PostalAddressView,
    vat_id: text('The VAT id; null without one.', 'DE123456789'),
    tax_number: text('The local number of the tax office; null without one.', null),
    registration_id: text('The number in the register of companies; null without one.', null),
    contact: z
      .object({
        name: text('Whom clients ask.', 'Jo Berger'),
        email: text('Where clients write to.', 'billing@shop.example'),
        phone: text('Where clients call.', null),
      })
      .nullable()
      .meta({ description: 'Whom clients ask; null without one.', example: null }),
  })
  .meta({ id: 'TaxProfile', description: 'The seller as the tax office knows it.' })

/** A tax profile as it is answered. */
export const presentTaxProfile = (profile: TaxProfile): z.output<typeof TaxProfileView> => ({
  legal_name: profile.legalName,
  address: presentAddress(profile.address),
  vat_id: profile.vatId,
  tax_number: profile.taxNumber,
  registration_id: profile.registrationId,
  contact: profile.contact && { ...profile.contact },
})
