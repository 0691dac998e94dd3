import { defineEntity, p } from '@mikro-orm/core'

const IssuerRequestSchema = defineEntity({
  name: 'IssuerRequest',
  tableName: 'issuer_request',
  properties: {
    id: p.uuid().primary(),
    merchantId: p.uuid(),
    kind: p.text().$type<'claim' | 'control' | 'credential' | 'settlement'>(),
    wanted: p.json<Record<string, unknown>>(),
    state: p.text().$type<'waiting' | 'taken' | 'refused' | 'withdrawn'>(),
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
