import type { RateSnapshot } from '@gateway/domain/rates/rate-snapshot'
import { defineEntity, p } from '@mikro-orm/core'

const RateSnapshotSchema = defineEntity({
  name: 'RateSnapshot',
  tableName: 'rate_snapshot',
  properties: {
    id: p.bigint().primary(),
    at: p.datetime(),
    prices: p.json<RateSnapshot['prices']>(),
    holds: p.json<RateSnapshot['holds']>(),
    /** Pairs that it can price at its own moment; where the search for the next price of a pair begins and ends. */
    priced: p.array(),
  },
})

/** All prices after a cycle, with every word they were made of. */
export class RateSnapshotEntity extends RateSnapshotSchema.class implements RateSnapshot {}
RateSnapshotSchema.setClass(RateSnapshotEntity)
