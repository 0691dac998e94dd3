import type { IssuerRequestKind, IssuerRequestState, IssuerWanted } from '@gateway/domain/identity/issuer-request'
import { defineEntity, p } from '@mikro-orm/core'

const IssuerRequestSchema = defineEntity({
  name: 'IssuerRequest',
  tableName: 'issuer_request',
  properties: {
    id: p.uuid().primary(),
    merchantId: p.uuid(),
    kind: p.text().$type<IssuerRequestKind>(),
    wanted: p.json<IssuerWanted>(),
    state: p.text().$type<IssuerRequestState>(),
    calls: p.integer(),
    tryAt: p.datetime().strictNullable(),
    refusal: p.json<{ readonly code: string; readonly message: string }>().strictNullable(),
    credentialId: p.uuid().strictNullable(),
    createdAt: p.datetime(),
    endedAt: p.datetime().strictNullable(),
  },
})

/** What the issuer is asked for: a DID, or a credential. */
export class IssuerRequestEntity extends IssuerRequestSchema.class {}
IssuerRequestSchema.setClass(IssuerRequestEntity)
