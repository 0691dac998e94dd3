import type { CreditNote } from '@gateway/domain/invoices/money/credit-note'
import type { InvoiceLine } from '@gateway/domain/invoices/invoice-line'
import type { Mode } from '@gateway/domain/kernel/id'
import type { FiatCode } from '@gateway/domain/money/fiat'
import { defineEntity, p } from '@mikro-orm/core'
import { UnitsType } from '../kernel/units.type.ts'
import { InvoiceLinesType } from './invoice-lines.type.ts'

const CreditNoteSchema = defineEntity({
  name: 'CreditNote',
  tableName: 'credit_note',
  properties: {
    id: p.uuid().primary(),
    merchantId: p.uuid(),
    businessId: p.uuid(),
    mode: p.text().$type<Mode>(),
    invoiceId: p.uuid(),
    number: p.integer(),
    amountMinor: p.type(UnitsType).$type<bigint>(),
    currency: p.text().$type<FiatCode>(),
    lines: p.type(InvoiceLinesType).$type<readonly InvoiceLine[]>(),
    reason: p.text().strictNullable(),
    issueDate: p.text(),
    createdAt: p.datetime(),
  },
})

/** A credit note over an invoice; insert only. */
export class CreditNoteEntity extends CreditNoteSchema.class implements CreditNote {}
CreditNoteSchema.setClass(CreditNoteEntity)
