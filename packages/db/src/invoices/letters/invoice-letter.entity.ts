import type { LetterKind } from '@gateway/domain/invoices/reminder'
import { defineEntity, p } from '@mikro-orm/core'

const InvoiceLetterSchema = defineEntity({
  name: 'InvoiceLetter',
  tableName: 'invoice_letter',
  properties: {
    invoiceId: p.uuid().primary(),
    kind: p.text().$type<LetterKind>().primary(),
    queuedAt: p.datetime(),
  },
})

/** A letter that time or money has caused; there is one of each kind. */
export class InvoiceLetterEntity extends InvoiceLetterSchema.class {}
InvoiceLetterSchema.setClass(InvoiceLetterEntity)
