import type { ApprovalKind, ApprovalTerms } from '@gateway/domain/custody/approval'
import { defineEntity, p } from '@mikro-orm/core'

const ApprovalSchema = defineEntity({
  name: 'Approval',
  tableName: 'approval',
  properties: {
    id: p.bigint('string').primary().autoincrement(),
    kind: p.text().$type<ApprovalKind>(),
    subject: p.text(),
    terms: p.json<ApprovalTerms>(),
    operator: p.text(),
    reason: p.text().strictNullable(),
    at: p.datetime(),
  },
})

/** An operator's word: the first of the same terms proposes, the next approves. Insert only, each operator once. */
export class ApprovalEntity extends ApprovalSchema.class {}
ApprovalSchema.setClass(ApprovalEntity)
