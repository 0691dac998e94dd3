import type { AttemptState } from '@gateway/domain/custody/machine'
import { defineEntity, p } from '@mikro-orm/core'

const ProcessorAttemptSchema = defineEntity({
  name: 'ProcessorAttempt',
  tableName: 'processor_attempt',
  properties: {
    intentId: p.uuid().primary(),
    handle: p.text(),
    accountId: p.text().strictNullable(),
    request: p.json<unknown>(),
    state: p.text().$type<AttemptState>(),
    calls: p.integer(),
    firstCalledAt: p.datetime().strictNullable(),
    tryAt: p.datetime().strictNullable(),
    lastProblem: p.text().strictNullable(),
    proof: p.json<unknown>().strictNullable(),
  },
})

/** The one call of an intent, with its key and parameters as they were before it was first made. */
export class ProcessorAttemptEntity extends ProcessorAttemptSchema.class {}
ProcessorAttemptSchema.setClass(ProcessorAttemptEntity)
