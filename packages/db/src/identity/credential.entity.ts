import type { Credential, CredentialType } from '@gateway/domain/identity/credential'
import type { Did } from '@gateway/domain/identity/did'
import { defineEntity, p } from '@mikro-orm/core'

const CredentialSchema = defineEntity({
  name: 'Credential',
  tableName: 'credential',
  properties: {
    id: p.uuid().primary(),
    merchantId: p.uuid(),
    did: p.text().$type<Did>(),
    type: p.text().$type<CredentialType>(),
    source: p.text().strictNullable(),
    issuedAt: p.datetime(),
    expiresAt: p.datetime().strictNullable(),
    listId: p.integer(),
    listIndex: p.integer(),
    jwt: p.text(),
    revokedAt: p.datetime().strictNullable(),
    revokeReason: p.text().strictNullable(),
  },
})

/** A credential that the service has issued, as it was signed, and its bit in a status list. `source`: what it was issued for, once. */
export class CredentialEntity extends CredentialSchema.class implements Credential {}
CredentialSchema.setClass(CredentialEntity)
