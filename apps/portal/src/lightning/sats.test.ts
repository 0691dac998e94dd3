import { expect, test } from 'vitest'
import { formatMsat, formatSats } from './sats.ts'

test('satoshis are shown whole, in groups of three digits, with their unit', () => {
  expect([0, 1, 1_000, 10_000_000, -250].map(formatSats)).toEqual(['0 sats', '1 sat', '1,000 sats', '10,000,000 sats', '-250 sats'])
})

test('millisatoshis are shown exactly, in satoshis', () => {
  expect([1_000, 1_001, 1_999, 0, 250_000_500].map(formatMsat)).toEqual(['1 sat', '1.001 sats', '1.999 sats', '0 sats', '250,000.5 sats'])
  expect(formatMsat(10_000_000_001)).toBe('10,000,000.001 sats')
})
