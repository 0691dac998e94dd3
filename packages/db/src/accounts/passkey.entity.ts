import { defineEntity, p } from '@mikro-orm/core'

const PasskeySchema = defineEntity({
  name: 'Passkey',
  tableName: 'passkey',
  properties: {
    id: p.uuid().primary(),
    merchantId: p.uuid(),
    credentialId: p.text(),
    publicKey: p.blob(),
    counter: p.bigint(),
    transports: p.array().$type<string[]>(),
    name: p.text(),
    createdAt: p.datetime(),
    lastUsedAt: p.datetime().strictNullable(),
  },
})

/** A WebAuthn credential of a merchant, with its public key in COSE form. */
export class PasskeyEntity extends PasskeySchema.class {}
PasskeySchema.setClass(PasskeyEntity)
