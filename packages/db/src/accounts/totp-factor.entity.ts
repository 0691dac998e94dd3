import { defineEntity, p } from '@mikro-orm/core'

const TotpFactorSchema = defineEntity({
  name: 'TotpFactor',
  tableName: 'totp_factor',
  properties: {
    merchantId: p.uuid().primary(),
    sealedSecret: p.blob(),
    createdAt: p.datetime(),
    confirmedAt: p.datetime().strictNullable(),
    lastStep: p.integer().strictNullable(),
  },
})

/** The authenticator app of a merchant, a factor once its first code has confirmed it. */
export class TotpFactorEntity extends TotpFactorSchema.class {}
TotpFactorSchema.setClass(TotpFactorEntity)
