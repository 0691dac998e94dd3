import { languageTags } from '@gateway/domain/kernel/language'
import { z } from 'zod'
import { emailAddress } from '../email-address.ts'
import { BusinessIdName, pathId } from '../wire/id.ts'
import { wireFilter, wireInput } from '../wire/names.ts'
import { limit, Offset } from '../wire/page.ts'
import { PostalAddressInput } from './address-input.ts'
import { choice, clearable, scalar } from '../wire/scalar.ts'
import { oneLine } from '../wire/text.ts'

const SCHEME = /^[0-9A-Z]{2,4}$/

const Name = oneLine({ min: 1, max: 200 }, { description: 'The name on invoices.', example: 'Beispiel AG' })
const Email = emailAddress('Invoices are sent to this address.', 'billing@client.example')
const Language = choice(languageTags, { description: 'The language of its documents and e-mails; English without it.', example: 'de' })
const TaxId = oneLine(
  { min: 1, max: 50 },
  { description: 'A VAT id with the prefix of its country, or a local tax number.', example: 'ATU12345678' },
)
const ElectronicAddress = wireInput(
  z.object({
    scheme: scalar<string, string>(
      (raw) =>
        typeof raw === 'string' && SCHEME.test(raw) ? { value: raw } : { problem: 'must be a code of the EAS list, such as EM or 9930' },
      { description: 'A code of the EAS list; `EM` is e-mail.', example: 'EM', type: 'string', maxLength: 4 },
    ),
    value: oneLine({ min: 1, max: 200 }, { description: 'The address under this scheme.', example: 'invoices@client.example' }),
  }),
).meta({
  description: 'Where electronic invoices are sent.',
  example: { scheme: 'EM', value: 'invoices@client.example' },
})
const Address = PostalAddressInput.meta({
  description: 'Where the client is; replaced as a whole. An e-invoice needs it.',
  example: { street: 'Gasse 1', postcode: '1010', city: 'Wien', country: 'AT' },
})

/** A new client. */
export const CreateClientInput = wireInput(
  z.object({
    businessId: BusinessIdName.optional(),
    name: Name,
    email: Email.optional(),
    language: Language.optional(),
    address: Address.optional(),
    taxId: TaxId.optional(),
    electronicAddress: ElectronicAddress.optional(),
  }),
)
/** A new client; absent members are unknown. */
export type CreateClientInput = z.output<typeof CreateClientInput>

/** What to change of a client; absent members stay unchanged, and null ones are cleared. */
export const UpdateClientInput = wireInput(
  z.object({
    id: pathId('client'),
    name: Name.optional(),
    email: clearable(Email).optional(),
    language: clearable(Language).optional(),
    address: clearable(Address).optional(),
    taxId: clearable(TaxId).optional(),
    electronicAddress: clearable(ElectronicAddress).optional(),
  }),
)
export type UpdateClientInput = z.output<typeof UpdateClientInput>

/** Which clients to list. */
export const ListClientsInput = wireFilter(z.object({ businessId: BusinessIdName.optional(), limit: limit(50), offset: Offset }))
