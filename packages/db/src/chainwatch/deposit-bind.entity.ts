import type { ChainCode } from '@gateway/domain/money/asset'
import { defineEntity, p } from '@mikro-orm/core'

const DepositBindSchema = defineEntity({
  name: 'DepositBind',
  tableName: 'deposit_bind',
  properties: {
    chain: p.text().$type<ChainCode>().primary(),
    bind: p.text().primary(),
    txId: p.text().primary(),
    rivalHeight: p.integer().strictNullable(),
  },
})

/** What a deposit transaction consumes; when another final transaction consumes it, the deposit is dead. */
export class DepositBindEntity extends DepositBindSchema.class {}
DepositBindSchema.setClass(DepositBindEntity)
