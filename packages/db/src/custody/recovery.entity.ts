import type { ChainCode } from '@gateway/domain/money/asset'
import { defineEntity, p } from '@mikro-orm/core'

const RecoverySchema = defineEntity({
  name: 'Recovery',
  tableName: 'recovery',
  properties: {
    id: p.uuid().primary(),
    detectedAt: p.datetime(),
    reason: p.text(),
    databaseSeq: p.bigint(),
    heights: p.json<Readonly<Partial<Record<ChainCode, number>>>>(),
    recoveredAt: p.datetime().strictNullable(),
    fileSeq: p.bigint().strictNullable(),
  },
})

/**
 * A restore of the database: how far it and each chain's cursor stood when it was noticed, and the highest attempt that anybody remembered
 * when the chains had told the rest. Nothing is signed while one is open.
 */
export class RecoveryEntity extends RecoverySchema.class {}
RecoverySchema.setClass(RecoveryEntity)
