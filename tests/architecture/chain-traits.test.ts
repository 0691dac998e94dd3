import { expect, test } from 'vitest'
import { findPaths, read } from './sources.ts'

/** What the rails and the facts of chains decide; data of a chain, such as a name or a cap, may be looked up by its code. */
const decidedElsewhere = /\bfamily(?:'\])?\s*[!=]==?|\[[\w.]*\bfamily\]|switch \([\w.]*\bfamily\)|IN \('(?:BTC|BCH|ETH|POL|SOL)'/

/** Code that calls functions of one family, which its type is narrowed for. */
const narrowing = [
  'packages/operations/src/custody/signing/evm/export-flush-call.ts',
  'packages/operations/src/custody/signing/evm/replace-flush-batch.ts',
  'packages/operations/src/custody/signing/evm/replace-settlement.ts',
  'packages/operations/src/custody/signing/evm/sign-flush-batch.ts',
  'packages/operations/src/custody/signing/evm/sign-settlement.ts',
  'packages/operations/src/payments/recovery/recover-chain.ts',
  'packages/operations/src/testing/test-contract-escrows.ts',
]

const outside = findPaths('{apps,packages,scripts}/**/*.{ts,tsx,mjs}').filter(
  (path) => !path.startsWith('packages/chains/') && !path.endsWith('.test.ts'),
)

test('Families of chains are known to the rails alone; other code asks for a trait', () => {
  const found = outside.flatMap((path) =>
    read(path)
      .split('\n')
      .flatMap((line, at) => (decidedElsewhere.test(line) ? [`${path}:${at + 1}: ${line.trim()}`] : [])),
  )
  expect(found).toEqual([])
})

test('a rail is narrowed to its family only where functions of that family are called', () => {
  expect(outside.filter((path) => /\bisEvmRail\b/.test(read(path)))).toEqual(narrowing)
})
