import type { ChainCode } from '@gateway/domain/money/asset'
import { defineEntity, p } from '@mikro-orm/core'
import { UnitsType } from '../kernel/units.type.ts'

const AccountBalanceSchema = defineEntity({
  name: 'AccountBalance',
  tableName: 'account_balance',
  properties: {
    chain: p.text().$type<ChainCode>().primary(),
    address: p.text().primary(),
    units: p.type(UnitsType).$type<bigint>(),
    readAt: p.datetime(),
  },
})

/** The coins of an account that a payout is about to pay, as its chain was last read. */
export class AccountBalanceEntity extends AccountBalanceSchema.class {}
AccountBalanceSchema.setClass(AccountBalanceEntity)
