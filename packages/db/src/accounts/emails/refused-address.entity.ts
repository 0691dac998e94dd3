import { defineEntity, p } from '@mikro-orm/core'

const RefusedAddressSchema = defineEntity({
  name: 'RefusedAddress',
  tableName: 'refused_address',
  properties: {
    digest: p.blob().primary(),
    refusedAt: p.datetime(),
  },
})

/** An e-mail address that a mail server has refused for good, by its SHA-256. */
export class RefusedAddressEntity extends RefusedAddressSchema.class {}
RefusedAddressSchema.setClass(RefusedAddressEntity)
