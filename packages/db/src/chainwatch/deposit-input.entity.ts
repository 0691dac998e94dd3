import type { ChainCode } from '@gateway/domain/money/asset'
import { defineEntity, p } from '@mikro-orm/core'

const DepositInputSchema = defineEntity({
  name: 'DepositInput',
  tableName: 'deposit_input',
  properties: {
    chain: p.text().$type<ChainCode>().primary(),
    resource: p.text().primary(),
    sequence: p.bigint('number').primary(),
    txId: p.text().primary(),
    rivalHeight: p.integer().strictNullable(),
  },
})

/** What a deposit transaction consumes; when another final transaction consumes it, the deposit is dead. */
export class DepositInputEntity extends DepositInputSchema.class {}
DepositInputSchema.setClass(DepositInputEntity)
