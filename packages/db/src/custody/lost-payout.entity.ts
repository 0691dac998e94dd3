import type { ChainCode } from '@gateway/domain/money/asset'
import { defineEntity, p } from '@mikro-orm/core'

const LostPayoutSchema = defineEntity({
  name: 'LostPayout',
  tableName: 'lost_payout',
  properties: {
    chain: p.text().$type<ChainCode>().primary(),
    txId: p.text().primary(),
    recoveryId: p.uuid(),
    height: p.integer(),
  },
})

/** A transaction of ours that is on the chain and whose payments a restore has forgotten. */
export class LostPayoutEntity extends LostPayoutSchema.class {}
LostPayoutSchema.setClass(LostPayoutEntity)
