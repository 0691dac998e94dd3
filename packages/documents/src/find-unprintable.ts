import type { InvoiceDocument } from '@gateway/domain/invoices/invoice-document'
import { findFace } from './fonts/faces.ts'
import { documentLanguage } from './labels/labels.ts'
import { printedFields } from './printed-fields.ts'

/** A character that no kept font has, in a text of a document. */
export interface UnprintableCharacter {
  /** The member in the API: `items.0.description`. */
  readonly field: string
  readonly character: string
  /** `U+0627`. */
  readonly codePoint: string
}

/**
 * The characters that would be empty boxes on a document, at most one for each text; empty for a document that can be written. Sending and publishing
 * refuse an invoice that has any, before it is frozen.
 *
 * Kept fonts have Latin, Greek, Cyrillic, Devanagari, Japanese and Chinese characters. Arabic and Hebrew are written from right to left, which the
 * document cannot do, and no kept font has them.
 */
export function findUnprintable(document: InvoiceDocument): UnprintableCharacter[] {
  const language = documentLanguage(document.language)
  return printedFields(document).flatMap(({ field, text }) => {
    const character = Array.from(printable(text)).find((each) => each !== '\n' && !hasFace(each, language))
    return character === undefined ? [] : [{ field, character, codePoint: codePointOf(character) }]
  })
}

/** A text as it is printed: composed characters, one kind of line break, spaces for tabs. */
export const printable = (text: string): string => text.normalize('NFC').replace(/\r\n?/g, '\n').replaceAll('\t', ' ')

/** `U+0627` for the letter alef. */
export const codePointOf = (character: string): string => `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`

const hasFace = (character: string, language: string): boolean =>
  findFace(character.codePointAt(0) ?? 0, { language, weight: 'regular' }) !== undefined
