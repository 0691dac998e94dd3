import type { QuoteTerms } from '@gateway/domain/invoices/money/deposit-credit'
import { defineEntity, p } from '@mikro-orm/core'
import { UnitsType } from '../../kernel/units.type.ts'

const InvoiceQuoteSchema = defineEntity({
  name: 'InvoiceQuote',
  tableName: 'invoice_quote',
  properties: {
    id: p.uuid().primary(),
    invoiceId: p.uuid(),
    quoteId: p.uuid(),
    remainderMinor: p.type(UnitsType).$type<bigint>(),
    dueUnits: p.type(UnitsType).$type<bigint>(),
    toleranceUnits: p.type(UnitsType).$type<bigint>(),
    rulesId: p.text(),
    confirmationsRequired: p.integer(),
    finalityRequired: p.boolean(),
    validFrom: p.datetime(),
    validUntil: p.datetime(),
  },
})

/** What the page of an invoice asked for in its coin, while it counted; by it are credited the deposits that arrive meanwhile. */
export class InvoiceQuoteEntity extends InvoiceQuoteSchema.class implements QuoteTerms {}
InvoiceQuoteSchema.setClass(InvoiceQuoteEntity)
