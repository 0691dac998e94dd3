import { findUnprintable } from '@gateway/documents/find-unprintable'
import { InvalidField } from '@gateway/domain/kernel/error'
import type { InvoiceDocument } from '@gateway/domain/invoices/invoice-document'

/**
 * Refuses a document with a character that no kept font has, before it is frozen. The characters of a font are read when one is first asked for, without
 * the library that draws, so that an api that sends no invoice reads none.
 *
 * @throws {InvalidField} naming the member and the character.
 */
export function refuseUnprintable(document: InvoiceDocument): void {
  const [first] = findUnprintable(document)
  if (first) throw new InvalidField(first.field, `contains ${first.codePoint}, a character that no font of the document has`)
}
