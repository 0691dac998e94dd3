import type { Did } from '@gateway/domain/identity/did'
import { defineEntity, p } from '@mikro-orm/core'

const ReceiptVersionSchema = defineEntity({
  name: 'ReceiptVersion',
  tableName: 'receipt_version',
  properties: {
    did: p.text().$type<Did>().primary(),
    version: p.bigint(),
  },
})

/** How often the receipts that count for a DID have changed. */
export class ReceiptVersionEntity extends ReceiptVersionSchema.class {}
ReceiptVersionSchema.setClass(ReceiptVersionEntity)
