import type { PostalAddress } from '@gateway/domain/businesses/tax-profile'
import { isCountry } from '@gateway/domain/invoices/country'
import { z } from 'zod'
import { wireInput } from '../wire/names.ts'
import { scalar } from '../wire/scalar.ts'
import { oneLine } from '../wire/text.ts'

const line = (description: string, example: string) => oneLine({ min: 1, max: 200 }, { description, example })

const Country = scalar<string, string>(
  (raw) => {
    const code = typeof raw === 'string' ? raw.toUpperCase() : ''
    return isCountry(code) ? { value: code } : { problem: 'must be the code of a country (ISO 3166-1 alpha-2), such as DE' }
  },
  { description: 'The country (ISO 3166-1 alpha-2); Greece is GR.', example: 'DE', type: 'string', minLength: 2, maxLength: 2 },
)

/** Where a party of an invoice is; an address is replaced as a whole. */
export const PostalAddressInput = wireInput(
  z.object({
    street: line('Street and number.', 'Bergmannstraße 9'),
    extra: line('A second line: floor, department, district.', 'Hinterhaus').optional(),
    postcode: line('The postcode; without it there is none.', '10961').optional(),
    city: line('The city.', 'Berlin'),
    region: line('A region, where addresses there have one.', 'BY').optional(),
    country: Country,
  }),
  { postalCode: 'postcode' },
).transform(({ extra, postcode, region, ...address }): PostalAddress => ({
  ...address,
  extra: extra ?? null,
  postcode: postcode ?? null,
  region: region ?? null,
}))
