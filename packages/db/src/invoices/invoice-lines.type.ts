import type { InvoiceLine } from '@gateway/domain/invoices/invoice-line'
import { Type } from '@mikro-orm/core'

/** A line as JSON holds it: base units and digits are texts. */
type StoredLine = Omit<InvoiceLine, 'quantity' | 'unitAmountMinor'> & {
  readonly quantity: { readonly digits: string; readonly scale: number }
  readonly unitAmountMinor: string
}

/** Lines of an invoice or a credit note as `jsonb`. */
export class InvoiceLinesType extends Type<readonly InvoiceLine[], readonly StoredLine[]> {
  override convertToDatabaseValue(lines: readonly InvoiceLine[]): readonly StoredLine[] {
    return lines.map(({ quantity: { digits, scale }, unitAmountMinor, ...line }) => ({
      ...line,
      quantity: { digits: digits.toString(), scale },
      unitAmountMinor: unitAmountMinor.toString(),
    }))
  }
  override convertToJSValue(stored: readonly StoredLine[]): readonly InvoiceLine[] {
    return stored.map(({ quantity: { digits, scale }, unitAmountMinor, ...line }) => ({
      ...line,
      quantity: { digits: BigInt(digits), scale },
      unitAmountMinor: BigInt(unitAmountMinor),
    }))
  }
  override getColumnType(): string {
    return 'jsonb'
  }
  override get runtimeType(): string {
    return 'object'
  }
}
