import type { ChainCode } from '@gateway/domain/money/asset'
import { defineEntity, p } from '@mikro-orm/core'

const OutgoingTransactionSchema = defineEntity({
  name: 'OutgoingTransaction',
  tableName: 'outgoing_transaction',
  properties: {
    chain: p.text().$type<ChainCode>().primary(),
    txId: p.text().primary(),
    height: p.integer(),
    blockHash: p.text(),
    committedFlush: p.boolean(),
    sender: p.text().strictNullable(),
    nonce: p.bigint().strictNullable(),
    at: p.datetime(),
  },
})

/**
 * A mined transaction that moved money away from one of our addresses. Every one must have an attempt or be a flush to committed recipients.
 *
 * `sender` and `nonce` say which number of which account of ours it has used; null where it has used none.
 */
export class OutgoingTransactionEntity extends OutgoingTransactionSchema.class {}
OutgoingTransactionSchema.setClass(OutgoingTransactionEntity)
