import type { PostalAddress } from '@gateway/domain/businesses/tax-profile'
import type { Client, ElectronicAddress } from '@gateway/domain/invoices/party'
import type { Mode } from '@gateway/domain/kernel/id'
import { defineEntity, p } from '@mikro-orm/core'

const ClientSchema = defineEntity({
  name: 'Client',
  tableName: 'client',
  properties: {
    id: p.uuid().primary(),
    merchantId: p.uuid(),
    businessId: p.uuid(),
    mode: p.text().$type<Mode>(),
    name: p.text(),
    email: p.text().strictNullable(),
    language: p.text().strictNullable(),
    address: p.json<PostalAddress>().strictNullable(),
    taxId: p.text().strictNullable(),
    electronicAddress: p.json<ElectronicAddress>().strictNullable(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
})

/** Whom a business invoices; an invoice that was sent has a copy. */
export class ClientEntity extends ClientSchema.class implements Client {}
ClientSchema.setClass(ClientEntity)
