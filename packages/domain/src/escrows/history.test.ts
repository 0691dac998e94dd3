import { expect, test } from 'vitest'
import { entryText, type HistoryEntry } from './history.ts'

const entry: HistoryEntry = {
  escrowId: '7d3c9f5e-0000-4000-8000-000000000001',
  n: 2,
  type: 'disputed',
  actor: 'beneficiary',
  details: { reason: 'late', b: '1' },
  createdAt: new Date('2026-11-01T00:00:00Z'),
}

test('every member of an entry, and the entry before it, is in its text', () => {
  const changed: HistoryEntry[] = [
    { ...entry, escrowId: '7d3c9f5e-0000-4000-8000-000000000002' },
    { ...entry, n: 3 },
    { ...entry, type: 'refunded' },
    { ...entry, actor: 'depositor' },
    { ...entry, details: { reason: 'late' } },
    { ...entry, createdAt: new Date('2026-11-01T00:00:01Z') },
  ]
  const texts = [entryText(entry, ''), entryText(entry, 'aa'), ...changed.map((one) => entryText(one, ''))]
  expect(new Set(texts).size).toBe(texts.length)
})

test('the order in which details were written does not matter', () => {
  expect(entryText({ ...entry, details: { b: '1', reason: 'late' } }, 'aa')).toBe(entryText(entry, 'aa'))
})
