import type { ChainCode } from '@gateway/domain/money/asset'
import { defineEntity, p } from '@mikro-orm/core'

const ChainCursorSchema = defineEntity({
  name: 'ChainCursor',
  tableName: 'chain_cursor',
  properties: {
    chain: p.text().$type<ChainCode>().primary(),
    network: p.text(),
    height: p.integer(),
    hash: p.text(),
    headHeight: p.integer(),
    finalizedHeight: p.integer().strictNullable(),
    finalizedHighest: p.integer().strictNullable(),
    finalizedSince: p.datetime().strictNullable(),
    finalWhenRead: p.integer().strictNullable(),
    lease: p.uuid().strictNullable(),
    leasedAt: p.datetime().strictNullable(),
    caughtUpAt: p.datetime().strictNullable(),
    knownUntil: p.datetime().strictNullable(),
    fees: p.json<Record<string, string>>().strictNullable(),
    feesAt: p.datetime().strictNullable(),
    problem: p.text().strictNullable(),
    problemSince: p.datetime().strictNullable(),
    takenBack: p.integer(),
    reorganisedAt: p.datetime().strictNullable(),
    updatedAt: p.datetime(),
  },
})

/**
 * How far a chain has been read, who reads it (the fencing lease), and the known head and fees. `finalizedHeight` is the newest final
 * height, `finalWhenRead` the one by which the block of the cursor was judged.
 */
export class ChainCursorEntity extends ChainCursorSchema.class {}
ChainCursorSchema.setClass(ChainCursorEntity)
