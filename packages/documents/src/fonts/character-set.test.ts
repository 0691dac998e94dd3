import PDFDocument from 'pdfkit'
import { expect, test } from 'vitest'
import { readCharacterSet } from './character-set.ts'
import { type Face, findFace, fontFiles } from './faces.ts'

const faces = Object.keys(fontFiles) as Face[]
/** The planes that have characters, and the variation selectors behind them. */
const codePoints = [...Array(0x3_40_00).keys(), ...Array.from({ length: 0x200 }, (_, index) => 0xe_00_00 + index)]

test.each(faces)('the characters of %s are those for which the PDF library finds a glyph', (face) => {
  const pdf = new PDFDocument()
  pdf.font(fontFiles[face])
  // The library has its open font in this member, which its types do not name.
  const { font } = (pdf as unknown as { _font: { font: { hasGlyphForCodePoint: (codePoint: number) => boolean } } })._font
  const { has } = readCharacterSet(fontFiles[face])
  expect(codePoints.filter((codePoint) => has(codePoint) !== font.hasGlyphForCodePoint(codePoint))).toEqual([])
})

test('a file without a table of characters is refused', () => {
  expect(() => readCharacterSet(`${import.meta.dirname}/../../fonts/OFL-NotoSans.txt`)).toThrow('has no cmap table')
})

test('a Chinese document takes Chinese strokes, any other one Japanese ones, and Latin letters are the same in both', () => {
  const faceOf = (character: string, language: string) => findFace(character.codePointAt(0) ?? 0, { language, weight: 'bold' })
  expect([faceOf('直', 'zh-CN'), faceOf('直', 'ja'), faceOf('直', 'en')]).toEqual(['chinese', 'japanese', 'japanese'])
  expect([faceOf('东', 'ja'), faceOf('か', 'zh-CN')]).toEqual(['chinese', 'chinese'])
  expect([faceOf('Ł', 'zh-CN'), faceOf('₹', 'hi'), faceOf('￥', 'ja')]).toEqual(['sans-bold', 'sans-bold', 'japanese'])
})

test('both weights of Noto Sans have the same characters', () => {
  const [regular, bold] = [readCharacterSet(fontFiles.sans), readCharacterSet(fontFiles['sans-bold'])]
  expect(codePoints.filter((codePoint) => regular.has(codePoint) !== bold.has(codePoint))).toEqual([])
})
