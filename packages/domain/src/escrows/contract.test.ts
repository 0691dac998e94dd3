import { expect, test } from 'vitest'
import { contractDeadline, mayRelease } from './contract.ts'

const expiresAt = new Date('2026-11-01T00:00:00.900Z')

test('the last resort of a contract is sixty days after its escrow expires', () => {
  expect(new Date(contractDeadline(expiresAt) * 1_000).toISOString()).toBe('2026-12-31T00:00:00.000Z')
})

test('a release is signed until two days before', () => {
  const deadline = contractDeadline(expiresAt)
  const last = new Date('2026-12-29T00:00:00.000Z')
  expect([mayRelease({ deadline }, new Date(last.getTime() - 1)), mayRelease({ deadline }, last)]).toEqual([true, false])
})
