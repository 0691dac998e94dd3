import type { ChainCode } from '@gateway/domain/money/asset'
import { defineEntity, p } from '@mikro-orm/core'

const UnattributedPayoutSchema = defineEntity({
  name: 'UnattributedPayout',
  tableName: 'unattributed_payout',
  properties: {
    chain: p.text().$type<ChainCode>().primary(),
    txId: p.text().primary(),
    recoveryId: p.uuid(),
    height: p.integer(),
  },
})

/** A transaction of ours that is on the chain and whose attempt a restore has forgotten. */
export class UnattributedPayoutEntity extends UnattributedPayoutSchema.class {}
UnattributedPayoutSchema.setClass(UnattributedPayoutEntity)
