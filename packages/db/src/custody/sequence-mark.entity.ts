import { defineEntity, p } from '@mikro-orm/core'

const SequenceMarkSchema = defineEntity({
  name: 'SequenceMark',
  tableName: 'sequence_mark',
  properties: {
    sole: p.boolean().primary(),
    seq: p.bigint(),
  },
})

/** The one row that says which attempts a file outside the database knows; no other is sent. */
export class SequenceMarkEntity extends SequenceMarkSchema.class {}
SequenceMarkSchema.setClass(SequenceMarkEntity)
