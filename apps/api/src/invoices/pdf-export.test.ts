import { expect, test } from 'vitest'
import { pdfAnswer } from './pdf-export.ts'

test('a document, which says whose invoice it is, names no caching of its own, so that no cache keeps it', () => {
  const { type, headers } = pdfAnswer({ number: 'INV-1', bytes: Buffer.from('%PDF'), sha256: 'ab12' })
  expect([type, headers]).toEqual(['application/pdf', { 'Content-Disposition': 'inline; filename="INV-1.pdf"', ETag: '"ab12"' }])
})
