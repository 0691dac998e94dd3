import type { LinkedDid } from '@gateway/domain/identity/credential'
import type { Did } from '@gateway/domain/identity/did'
import { defineEntity, p } from '@mikro-orm/core'

const LinkedDidSchema = defineEntity({
  name: 'LinkedDid',
  tableName: 'linked_did',
  properties: {
    id: p.uuid().primary(),
    merchantId: p.uuid(),
    did: p.text().$type<Did>(),
    isVerified: p.boolean(),
    createdAt: p.datetime(),
    verifiedAt: p.datetime().strictNullable(),
  },
})

/** A DID that a merchant has made elsewhere; without proof it carries nothing. */
export class LinkedDidEntity extends LinkedDidSchema.class implements LinkedDid {}
LinkedDidSchema.setClass(LinkedDidEntity)
