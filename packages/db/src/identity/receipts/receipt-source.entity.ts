import type { Did } from '@gateway/domain/identity/did'
import { defineEntity, p } from '@mikro-orm/core'

const ReceiptSourceSchema = defineEntity({
  name: 'ReceiptSource',
  tableName: 'receipt_source',
  properties: {
    id: p.bigint().primary(),
    kind: p.text().$type<'settlement' | 'lost_dispute' | 'card_payment' | 'card_release' | 'card_refund' | 'card_dispute' | 'judgement'>(),
    objectId: p.uuid(),
    subjectDid: p.text().$type<Did>().strictNullable(),
    counterpartyDid: p.text().$type<Did>().strictNullable(),
    happenedAt: p.datetime(),
  },
})

/** A fact of which the service has yet to write a receipt, or by which it has to judge receipts again. Written by triggers, in the fact's transaction. */
export class ReceiptSourceEntity extends ReceiptSourceSchema.class {}
ReceiptSourceSchema.setClass(ReceiptSourceEntity)
