import type { Buyer, Client } from '@gateway/domain/invoices/party'
import { z } from 'zod'
import { Id } from '../wire/id.ts'
import { isLive, Livemode } from '../wire/mode.ts'
import { memberOf, view } from '../wire/objects/view.ts'
import { presentTime, Time } from '../wire/time.ts'
import { PostalAddressView, presentAddress } from './tax-profile-view.ts'

const text = (description: string, example: string | null) => z.string().nullable().meta({ description, example })
const shared = {
  name: z.string().meta({ description: 'The name on invoices.', example: 'Beispiel AG' }),
  email: text('Invoices are sent to this address; null without one.', 'billing@client.example'),
  language: text('The language of its documents and e-mails; null for English.', 'de'),
  address: PostalAddressView.nullable().meta({ description: 'Where the client is; null where that is unknown.' }),
  tax_id: text('A VAT id or a local tax number; null without one.', 'ATU12345678'),
  electronic_address: z
    .object({
      scheme: z.string().meta({ description: 'A code of the EAS list.', example: 'EM' }),
      value: z.string().meta({ description: 'The address under this scheme.', example: 'invoices@client.example' }),
    })
    .nullable()
    .meta({ description: 'Where electronic invoices are sent; null without one.', example: null }),
}

/** The client of an invoice, in the answer about it. */
export const BuyerView = z
  .object({ id: z.string().nullable().meta({ description: 'The id of the client; null after it was deleted.', example: null }), ...shared })
  .meta({ id: 'InvoiceClient', description: 'Whom an invoice asks to pay, as it was when it was sent.' })

/** A client as an invoice shows it. */
export const presentBuyer = (id: string | null, buyer: Buyer): z.output<typeof BuyerView> => ({ id, ...sharedOf(buyer) })

const sharedOf = ({ name, email, language, address, taxId, electronicAddress }: Buyer) => ({
  name,
  email,
  language,
  address: address && presentAddress(address),
  tax_id: taxId,
  electronic_address: electronicAddress && { ...electronicAddress },
})

const its = memberOf<Client>()
/** A client in an answer. */
export const clientView = view(
  {
    id: its(Id, 'id'),
    business_id: its(Id, 'businessId'),
    name: its(shared.name, 'name'),
    email: its(shared.email, 'email'),
    language: its(shared.language, 'language'),
    address: its(shared.address, ({ address }) => address && presentAddress(address)),
    tax_id: its(shared.tax_id, 'taxId'),
    electronic_address: its(shared.electronic_address, (client) => sharedOf(client).electronic_address),
    created_at: its(Time, (client) => presentTime(client.createdAt)),
    updated_at: its(Time, (client) => presentTime(client.updatedAt)),
    livemode: its(Livemode, (client) => isLive(client.mode)),
  },
  { id: 'BusinessClient', description: 'Whom a business invoices.' },
)
