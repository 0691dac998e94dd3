import type { ChainCode } from '@gateway/domain/money/asset'
import { defineEntity, p } from '@mikro-orm/core'

/** How far the tables are checked by their new rows; identifiers as decimal text. */
export interface LookMarks {
  readonly entry: string
  readonly event: string
  readonly observation: string
  /** ISO 8601. */
  readonly at: string
}

const InvariantRunSchema = defineEntity({
  name: 'InvariantRun',
  tableName: 'invariant_run',
  properties: {
    form: p.text().$type<'new' | 'all' | `coins:${ChainCode}`>().primary(),
    startedAt: p.datetime().strictNullable(),
    finishedAt: p.datetime().strictNullable(),
    lookedFrom: p.json<LookMarks>().strictNullable(),
    lookedUntil: p.json<LookMarks>().strictNullable(),
  },
})

/** When the invariants were last checked in one form, and up to which rows. */
export class InvariantRunEntity extends InvariantRunSchema.class {}
InvariantRunSchema.setClass(InvariantRunEntity)
