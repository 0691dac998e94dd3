import type { RegisterRow } from '@gateway/domain/invoices/invoice-number'
import type { Mode } from '@gateway/domain/kernel/id'
import { defineEntity, p } from '@mikro-orm/core'

const InvoiceNumberSchema = defineEntity({
  name: 'InvoiceNumber',
  tableName: 'invoice_number',
  properties: {
    businessId: p.uuid().primary(),
    mode: p.text().$type<Mode>().primary(),
    number: p.integer().primary(),
    kind: p.text().$type<RegisterRow['kind']>(),
    status: p.text().$type<RegisterRow['status']>(),
    objectId: p.uuid(),
    createdAt: p.datetime(),
    voidedAt: p.datetime().strictNullable(),
  },
})

/** A row of the register of numbers; it stays for ever, also when the draft that had the number was deleted. */
export class InvoiceNumberEntity extends InvoiceNumberSchema.class implements RegisterRow {}
InvoiceNumberSchema.setClass(InvoiceNumberEntity)
