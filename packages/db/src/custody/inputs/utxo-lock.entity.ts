import type { ChainCode } from '@gateway/domain/money/asset'
import { defineEntity, p } from '@mikro-orm/core'

const UtxoLockSchema = defineEntity({
  name: 'UtxoLock',
  tableName: 'utxo_lock',
  properties: {
    chain: p.text().$type<ChainCode>().primary(),
    txid: p.text().primary(),
    vout: p.integer().primary(),
    intentId: p.uuid(),
  },
})

/** An output that an intent spends; no second intent can while anything that was signed with it may be mined. */
export class UtxoLockEntity extends UtxoLockSchema.class {}
UtxoLockSchema.setClass(UtxoLockEntity)
