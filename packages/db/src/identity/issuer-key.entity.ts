import { defineEntity, p } from '@mikro-orm/core'

const IssuerKeySchema = defineEntity({
  name: 'IssuerKey',
  tableName: 'issuer_key',
  properties: {
    kid: p.text().primary(),
    publicKey: p.blob(),
    sealedKey: p.blob(),
    state: p.text().$type<'current' | 'retired'>(),
    createdAt: p.datetime(),
    retiredAt: p.datetime().strictNullable(),
  },
})

/** A key that signs as the service; its private part is sealed to the issuer. */
export class IssuerKeyEntity extends IssuerKeySchema.class {}
IssuerKeySchema.setClass(IssuerKeyEntity)
