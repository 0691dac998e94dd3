import type { InvoiceDocument } from '@gateway/domain/invoices/invoice-document'
import { Type } from '@mikro-orm/core'
import { InvoiceLinesType } from '../invoice-lines.type.ts'

const lines = new InvoiceLinesType()

/** What stands on a document as JSON holds it: base units are texts. */
interface StoredContent extends Omit<InvoiceDocument, 'amountMinor' | 'paidMinor' | 'lines'> {
  readonly amountMinor: string
  readonly paidMinor: string
  readonly lines: ReturnType<InvoiceLinesType['convertToDatabaseValue']>
}

/** What stands on a document as `jsonb`, as it was on the day that it was issued: later changes of the client or the business do not reach it. */
export class InvoiceContentType extends Type<InvoiceDocument, StoredContent> {
  override convertToDatabaseValue(document: InvoiceDocument): StoredContent {
    const { amountMinor, paidMinor } = document
    return {
      ...document,
      amountMinor: amountMinor.toString(),
      paidMinor: paidMinor.toString(),
      lines: lines.convertToDatabaseValue(document.lines),
    }
  }
  override convertToJSValue(stored: StoredContent): InvoiceDocument {
    const { amountMinor, paidMinor } = stored
    return { ...stored, amountMinor: BigInt(amountMinor), paidMinor: BigInt(paidMinor), lines: lines.convertToJSValue(stored.lines) }
  }
  override getColumnType(): string {
    return 'jsonb'
  }
  override get runtimeType(): string {
    return 'object'
  }
}
