import type { InvoiceDocument } from '@gateway/domain/invoices/invoice-document'
import { defineEntity, p } from '@mikro-orm/core'
import { InvoiceContentType } from './invoice-content.type.ts'

const InvoiceDocumentSchema = defineEntity({
  name: 'InvoiceDocument',
  tableName: 'invoice_document',
  properties: {
    id: p.uuid().primary(),
    invoiceId: p.uuid(),
    number: p.text(),
    content: p.type(InvoiceContentType).$type<InvoiceDocument>(),
    createdAt: p.datetime(),
    bytes: p.blob().strictNullable(),
    sha256: p.text().strictNullable(),
    isElectronic: p.boolean().strictNullable(),
    writtenAt: p.datetime().strictNullable(),
  },
})

/** A document that was issued, under the id of its invoice or credit note: what stands on it, and its bytes from when a worker has written them. */
export class InvoiceDocumentEntity extends InvoiceDocumentSchema.class {}
InvoiceDocumentSchema.setClass(InvoiceDocumentEntity)
