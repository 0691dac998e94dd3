import { expect, test } from 'vitest'
import { overpaidMinor } from './overpaid.ts'

const billed = (creditedMinor: bigint, creditNotesMinor = 0n) => ({ amountMinor: 10_000n, creditNotesMinor, creditedMinor })
const card = (refundedMinor: bigint, { pendingMinor = 0n, surplusMinor = 0n } = {}) => ({ refundedMinor, pendingMinor, surplusMinor })

test('Nothing is to be given back of an invoice that is paid in part or exactly.', () => {
  expect(overpaidMinor(billed(4_000n), [], 0n)).toBe(0n)
  expect(overpaidMinor(billed(10_000n), [], 0n)).toBe(0n)
  expect(overpaidMinor(billed(10_000n), [card(10_000n)], 0n)).toBe(0n)
})

test('What a credit note takes off a paid invoice is to be given back, less what card refunds gave back or are about to.', () => {
  expect(overpaidMinor(billed(10_000n, 3_000n), [], 0n)).toBe(3_000n)
  expect(overpaidMinor(billed(10_000n, 3_000n), [card(1_000n, { pendingMinor: 500n })], 0n)).toBe(1_500n)
  expect(overpaidMinor(billed(10_000n, 3_000n), [card(5_000n)], 0n)).toBe(0n)
})

test('A refund gives back first what was charged beyond what was open.', () => {
  expect(overpaidMinor(billed(10_000n, 3_000n), [card(4_000n, { surplusMinor: 4_000n })], 0n)).toBe(3_000n)
  expect(overpaidMinor(billed(10_000n, 3_000n), [card(6_000n, { surplusMinor: 4_000n })], 0n)).toBe(1_000n)
})
