import { defineEntity, p } from '@mikro-orm/core'

const RecoveryCodeSchema = defineEntity({
  name: 'RecoveryCode',
  tableName: 'recovery_code',
  properties: {
    merchantId: p.uuid().primary(),
    digest: p.blob().primary(),
    createdAt: p.datetime(),
    usedAt: p.datetime().strictNullable(),
  },
})

/** A recovery code by its SHA-256; it opens once. */
export class RecoveryCodeEntity extends RecoveryCodeSchema.class {}
RecoveryCodeSchema.setClass(RecoveryCodeEntity)
