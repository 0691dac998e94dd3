import type { TaxProfile } from '@gateway/domain/businesses/tax-profile'
import { isVatId } from '@gateway/domain/invoices/country'
import { z } from 'zod'
import { emailAddress } from '../email-address.ts'
import { wireInput } from '../wire/names.ts'
import { PostalAddressInput } from './address-input.ts'
import { type Read, scalar } from '../wire/scalar.ts'
import { oneLine, readLine } from '../wire/text.ts'

const line = (description: string, example: string) => oneLine({ min: 1, max: 200 }, { description, example })

const VatId = scalar<string, string>(readVatId, {
  description: 'The VAT id with the prefix of its country. A small business without one gives a tax number and a registration id.',
  example: 'DE123456789',
  type: 'string',
  maxLength: 20,
})

const Contact = wireInput(
  z.object({
    name: line('Whom clients ask.', 'Jo Berger').optional(),
    email: emailAddress('Where clients write to.', 'billing@shop.example').optional(),
    phone: line('Where clients call.', '+49 30 123456').optional(),
  }),
).transform(({ name, email, phone }) => ({ name: name ?? null, email: email ?? null, phone: phone ?? null }))

/** Whom the tax office sees as the seller on the invoices of a business; it is replaced as a whole. */
export const TaxProfileInput = wireInput(
  z.object({
    legalName: line('The name in the register, or of the owner.', 'Kestrel Coffee GmbH'),
    address: PostalAddressInput,
    vatId: VatId.optional(),
    taxNumber: line('The local number of the tax office.', '12/345/67890').optional(),
    registrationId: line('The number in the register of companies.', 'HRB 12345 B').optional(),
    contact: Contact.optional(),
  }),
)
  .transform(({ vatId, taxNumber, registrationId, contact, ...profile }): TaxProfile => ({
    ...profile,
    vatId: vatId ?? null,
    taxNumber: taxNumber ?? null,
    registrationId: registrationId ?? null,
    contact: contact ?? null,
  }))
  .meta({
    description: 'The seller as the tax office knows it, for invoices; replaced as a whole. Invoices that were sent keep theirs.',
    example: {
      legal_name: 'Kestrel Coffee GmbH',
      address: { street: 'Bergmannstraße 9', postcode: '10961', city: 'Berlin', country: 'DE' },
      vat_id: 'DE123456789',
    },
  })

function readVatId(raw: unknown): Read<string> {
  const read = readLine(raw, { min: 1, max: 20 })
  if ('problem' in read) return read
  const value = read.value.toUpperCase()
  return isVatId(value) ? { value } : { problem: 'must begin with the code of its country, such as DE123456789' }
}
