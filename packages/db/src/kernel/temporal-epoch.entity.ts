import { defineEntity, p } from '@mikro-orm/core'

const TemporalEpochSchema = defineEntity({
  name: 'TemporalEpoch',
  tableName: 'temporal_epoch',
  properties: {
    namespace: p.text().primary(),
    identity: p.text(),
    seenAt: p.datetime(),
  },
})

/** The namespace identity that running workflows were started in; another one means that they are lost. */
export class TemporalEpochEntity extends TemporalEpochSchema.class {}
TemporalEpochSchema.setClass(TemporalEpochEntity)
