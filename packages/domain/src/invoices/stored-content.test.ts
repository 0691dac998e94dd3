import fc from 'fast-check'
import { expect, test } from 'vitest'
import { documentOfContent, storedContentOf } from './stored-content.ts'
import { anyLines, documentOf } from './test-invoices.ts'

test('what stands on a document comes back from JSON to the last digit', () => {
  fc.assert(
    fc.property(anyLines, fc.bigInt({ min: 0n, max: 10n ** 30n }), (lines, amountMinor) => {
      const document = documentOf({ lines, amountMinor })
      expect(documentOfContent(JSON.parse(JSON.stringify(storedContentOf(document))))).toEqual(document)
    }),
  )
})
