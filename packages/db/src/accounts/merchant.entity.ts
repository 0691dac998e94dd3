import type { Merchant } from '@gateway/domain/accounts/merchant'
import { defineEntity, p } from '@mikro-orm/core'

const MerchantSchema = defineEntity({
  name: 'Merchant',
  tableName: 'merchant',
  properties: {
    id: p.uuid().primary(),
    email: p.text(),
    passwordHash: p.text(),
    name: p.text().strictNullable(),
    createdAt: p.datetime(),
    emailVerifiedAt: p.datetime().strictNullable(),
    operatorSince: p.datetime().strictNullable(),
  },
})

/** A merchant account. `email` is canonical and unique; the password is an argon2id PHC string. */
export class MerchantEntity extends MerchantSchema.class implements Merchant {}
MerchantSchema.setClass(MerchantEntity)
