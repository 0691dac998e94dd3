import { defineEntity, p } from '@mikro-orm/core'
import { UnitsType } from '../../kernel/units.type.ts'

const InvoiceCreditSchema = defineEntity({
  name: 'InvoiceCredit',
  tableName: 'invoice_credit',
  properties: {
    id: p.uuid().primary(),
    invoiceId: p.uuid(),
    depositId: p.text().strictNullable(),
    revision: p.integer().strictNullable(),
    cardPaymentId: p.uuid().strictNullable(),
    invoiceQuoteId: p.uuid().strictNullable(),
    creditedMinor: p.type(UnitsType).$type<bigint>(),
    surplusMinor: p.type(UnitsType).$type<bigint>(),
    createdAt: p.datetime(),
    reversedAt: p.datetime().strictNullable(),
  },
})

/** Money that was credited to an invoice, by one deposit in its inclusion or by one card payment. */
export class InvoiceCreditEntity extends InvoiceCreditSchema.class {}
InvoiceCreditSchema.setClass(InvoiceCreditEntity)
