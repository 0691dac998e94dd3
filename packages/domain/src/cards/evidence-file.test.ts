import { expect, test } from 'vitest'
import { MAX_EVIDENCE_BYTES, requireEvidenceFile } from './evidence-file.ts'

const bytesOf = (text: string) => Uint8Array.from(text, (char) => char.codePointAt(0) ?? 0)

test.each([
  ['application/pdf', bytesOf('%PDF-1.7')],
  ['image/jpeg', Uint8Array.of(0xff, 0xd8, 0xff, 0xe0)],
  ['image/png', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)],
])('a file that begins as %s is taken as that', (type, bytes) => {
  expect(requireEvidenceFile({ kind: 'receipt', bytes })).toBe(type)
})

test.each([
  ['empty', new Uint8Array(), 'must not be empty'],
  ['too large', new Uint8Array(MAX_EVIDENCE_BYTES + 1), 'must be at most 5 MiB'],
  ['a page', bytesOf('<html>'), 'must be a PDF, a JPEG or a PNG'],
])('a file that is %s is refused in words', (_what, bytes, message) => {
  expect(() => requireEvidenceFile({ kind: 'receipt', bytes })).toThrow(`receipt: ${message}`)
})
