import { defineEntity, p } from '@mikro-orm/core'

const ProcessorTaskSchema = defineEntity({
  name: 'ProcessorTask',
  tableName: 'processor_task',
  properties: {
    id: p.uuid().primary(),
    kind: p.text(),
    ref: p.uuid(),
    request: p.json<unknown>(),
    state: p.text().$type<'waiting' | 'done' | 'refused'>(),
    calls: p.integer(),
    tryAt: p.datetime().strictNullable(),
    problem: p.text().strictNullable(),
    answer: p.json<unknown>().strictNullable(),
    createdAt: p.datetime(),
    endedAt: p.datetime().strictNullable(),
  },
})

/** Something that the processor is asked beside money. */
export class ProcessorTaskEntity extends ProcessorTaskSchema.class {}
ProcessorTaskSchema.setClass(ProcessorTaskEntity)
