import type { MerchantDid } from '@gateway/domain/identity/credential'
import type { Did } from '@gateway/domain/identity/did'
import { defineEntity, p } from '@mikro-orm/core'

const DidSchema = defineEntity({
  name: 'Did',
  tableName: 'did',
  properties: {
    merchantId: p.uuid().primary(),
    did: p.text().$type<Did>(),
    publicKey: p.blob(),
    sealedKey: p.blob(),
    displayName: p.text().strictNullable(),
    createdAt: p.datetime(),
  },
})

/** The DID of a merchant, for good; its private key is sealed to the issuer. */
export class DidEntity extends DidSchema.class implements MerchantDid {}
DidSchema.setClass(DidEntity)
