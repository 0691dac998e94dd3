import type { Mode } from '@gateway/domain/kernel/id'
import { defineEntity, p } from '@mikro-orm/core'

const CommitPinSchema = defineEntity({
  name: 'CommitPin',
  tableName: 'commit_pin',
  properties: {
    commitId: p.uuid().primary(),
    businessId: p.uuid(),
    mode: p.text().$type<Mode>(),
    usdRate: p.decimal('string'),
    mac: p.blob().strictNullable(),
    refused: p.text().strictNullable(),
    pinnedAt: p.datetime(),
    usableAt: p.datetime().strictNullable(),
  },
})

/** That the signer has checked a commit, with whose it is and what its coin was worth then; or why it never signs for it; `usableAt` is when the
 * hold of a return ends. Insert only. */
export class CommitPinEntity extends CommitPinSchema.class {}
CommitPinSchema.setClass(CommitPinEntity)
