import { defineEntity, p } from '@mikro-orm/core'

const KeptAnswerSchema = defineEntity({
  name: 'KeptAnswer',
  tableName: 'kept_answer',
  properties: {
    scope: p.text().primary(),
    fingerprint: p.text(),
    sealed: p.text(),
    createdAt: p.datetime(),
  },
})

/** The answer to a request that carried a key of its caller: digests of who asked what, and the answer sealed. */
export class KeptAnswerEntity extends KeptAnswerSchema.class {}
KeptAnswerSchema.setClass(KeptAnswerEntity)
