import { defineEntity, p } from '@mikro-orm/core'

const IdempotencyRecordSchema = defineEntity({
  name: 'IdempotencyRecord',
  tableName: 'idempotency_record',
  properties: {
    scope: p.text().primary(),
    fingerprint: p.text(),
    sealed: p.text(),
    createdAt: p.datetime(),
  },
})

/** The response to a request with an idempotency key: digests of who asked what, and the sealed response. */
export class IdempotencyRecordEntity extends IdempotencyRecordSchema.class {}
IdempotencyRecordSchema.setClass(IdempotencyRecordEntity)
