import type { Did } from '@gateway/domain/identity/did'
import { defineEntity, p } from '@mikro-orm/core'

const ReceiptHeadSchema = defineEntity({
  name: 'ReceiptHead',
  tableName: 'receipt_head',
  properties: {
    did: p.text().$type<Did>().primary(),
    version: p.bigint(),
    length: p.bigint(),
    digest: p.blob().strictNullable(),
  },
})

/** The receipts of a DID as a whole: `version` rises with each change of them; `length` and `digest` are those of their chain. */
export class ReceiptHeadEntity extends ReceiptHeadSchema.class {}
ReceiptHeadSchema.setClass(ReceiptHeadEntity)
