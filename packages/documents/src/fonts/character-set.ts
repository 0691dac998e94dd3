import { readFileSync } from 'node:fs'

const TABLES_AT = 12
const TABLE_BYTES = 16
const ENCODING_BYTES = 8
const GROUPS_AT = 16
const GROUP_BYTES = 12
const CODE_POINTS = 0x11_00_00

/** The characters that a font has a glyph for. */
export interface CharacterSet {
  readonly has: (codePoint: number) => boolean
}

/**
 * Reads which characters a TrueType font has, from its `cmap` table of format 12 (OpenType 1.9, "cmap"), without the library that draws: a request that
 * refuses a character loads no more than this.
 *
 * @throws {Error} for a file without such a table.
 */
export function readCharacterSet(file: string): CharacterSet {
  const font = readFileSync(file)
  const bits = new Uint8Array(CODE_POINTS / 8)
  for (const { first, last, glyph } of groupsOf(font, cmapOf(font, file)))
    for (let codePoint = first; codePoint <= last; codePoint += 1)
      if (glyph + codePoint - first !== 0) bits[codePoint >> 3] = (bits[codePoint >> 3] ?? 0) | (1 << (codePoint & 7))
  return { has: (codePoint) => (((bits[codePoint >> 3] ?? 0) >> (codePoint & 7)) & 1) === 1 }
}

/** Offset of the font's subtable of format 12. */
function cmapOf(font: Buffer, file: string): number {
  const tables = Array.from({ length: font.readUInt16BE(4) }, (_, index) => TABLES_AT + TABLE_BYTES * index)
  const table = tables.find((at) => font.toString('latin1', at, at + 4) === 'cmap')
  if (table === undefined) throw new Error(`${file} has no cmap table`)
  const cmap = font.readUInt32BE(table + 8)
  const encodings = Array.from({ length: font.readUInt16BE(cmap + 2) }, (_, index) => cmap + 4 + ENCODING_BYTES * index)
  const subtable = encodings.map((at) => cmap + font.readUInt32BE(at + 4)).find((at) => font.readUInt16BE(at) === 12)
  if (subtable === undefined) throw new Error(`${file} has no cmap of format 12`)
  return subtable
}

function groupsOf(font: Buffer, subtable: number): { first: number; last: number; glyph: number }[] {
  const count = font.readUInt32BE(subtable + 12)
  return Array.from({ length: count }, (_, index) => {
    const at = subtable + GROUPS_AT + GROUP_BYTES * index
    return { first: font.readUInt32BE(at), last: font.readUInt32BE(at + 4), glyph: font.readUInt32BE(at + 8) }
  })
}
