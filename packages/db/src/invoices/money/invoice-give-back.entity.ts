import { defineEntity, p } from '@mikro-orm/core'
import { UnitsType } from '../../kernel/units.type.ts'

const InvoiceGiveBackSchema = defineEntity({
  name: 'InvoiceGiveBack',
  tableName: 'invoice_give_back',
  properties: {
    id: p.uuid().primary(),
    invoiceId: p.uuid(),
    amountMinor: p.type(UnitsType).$type<bigint>(),
    txId: p.text().strictNullable(),
    note: p.text().strictNullable(),
    givenBy: p.text(),
    givenAt: p.datetime(),
  },
})

/** Money of an invoice that its merchant says it has given back from elsewhere, in the smallest unit of the invoice's currency. */
export class InvoiceGiveBackEntity extends InvoiceGiveBackSchema.class {}
InvoiceGiveBackSchema.setClass(InvoiceGiveBackEntity)
