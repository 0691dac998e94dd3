import type { Mode } from '@gateway/domain/kernel/id'
import type {
  LightningInvoiceRead,
  LightningRefusal,
  LightningRequestKind,
  LightningRequestState,
  LightningWanted,
} from '@gateway/domain/lightning/request'
import { defineEntity, p } from '@mikro-orm/core'

const LightningRequestSchema = defineEntity({
  name: 'LightningRequest',
  tableName: 'lightning_request',
  properties: {
    id: p.uuid().primary(),
    nodeId: p.uuid(),
    merchantId: p.uuid(),
    businessId: p.uuid(),
    mode: p.text().$type<Mode>(),
    kind: p.text().$type<LightningRequestKind>(),
    wanted: p.json<LightningWanted>(),
    state: p.text().$type<LightningRequestState>(),
    calls: p.integer(),
    tryAt: p.datetime().strictNullable(),
    refusal: p.json<LightningRefusal>().strictNullable(),
    answer: p.json<LightningInvoiceRead>().strictNullable(),
    createdAt: p.datetime(),
    endedAt: p.datetime().strictNullable(),
  },
})

/** What the api asks a role with a node for; the payment that comes of it has the same id. */
export class LightningRequestEntity extends LightningRequestSchema.class {}
LightningRequestSchema.setClass(LightningRequestEntity)
