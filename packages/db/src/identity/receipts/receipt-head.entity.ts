import type { Did } from '@gateway/domain/identity/did'
import { defineEntity, p } from '@mikro-orm/core'

const ReceiptHeadSchema = defineEntity({
  name: 'ReceiptHead',
  tableName: 'receipt_head',
  properties: {
    did: p.text().$type<Did>().primary(),
    length: p.bigint(),
    digest: p.blob().strictNullable(),
  },
})

/** The chain of the receipts about a DID: its length, and the digest of its end. */
export class ReceiptHeadEntity extends ReceiptHeadSchema.class {}
ReceiptHeadSchema.setClass(ReceiptHeadEntity)
