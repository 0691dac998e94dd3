import { defineEntity, p } from '@mikro-orm/core'

const RefundTransactionSchema = defineEntity({
  name: 'RefundTransaction',
  tableName: 'refund_transaction',
  properties: {
    refundId: p.uuid().primary(),
    txId: p.text().primary(),
    namedBy: p.text(),
    namedAt: p.datetime(),
    state: p.text().$type<'waiting' | 'found' | 'refused'>(),
    problem: p.text().strictNullable(),
    looks: p.integer(),
    lookAt: p.datetime(),
  },
})

/** A transaction by which a merchant says that it has paid a refund; a node is asked for it until a block has it. */
export class RefundTransactionEntity extends RefundTransactionSchema.class {}
RefundTransactionSchema.setClass(RefundTransactionEntity)
