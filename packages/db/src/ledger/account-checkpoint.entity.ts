import { defineEntity, p } from '@mikro-orm/core'
import { UnitsType } from '../kernel/units.type.ts'

const AccountCheckpointSchema = defineEntity({
  name: 'AccountCheckpoint',
  tableName: 'account_checkpoint',
  properties: {
    accountId: p.bigint('string').primary(),
    entryId: p.bigint('string'),
    bal: p.type(UnitsType).$type<bigint>(),
  },
})

/** Up to which entry an account's balance was found to be the sum of its entries. */
export class AccountCheckpointEntity extends AccountCheckpointSchema.class {}
AccountCheckpointSchema.setClass(AccountCheckpointEntity)
