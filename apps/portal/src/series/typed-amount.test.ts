import { expect, test } from 'vitest'
import { countedAmount, typedAmount } from './typed-amount.ts'

const card = { currency: 'USD', unit: 'minor' } as const
const coin = { currency: 'USD', unit: 'major' } as const

test('the amount of a card series is typed in whole units, and counted in cents', () => {
  expect(typedAmount(2_950, card)).toBe('29.5')
  expect(countedAmount('60', card)).toBe('6000')
  expect(countedAmount('29,50', card)).toBe('2950')
  expect(typedAmount(500, { ...card, currency: 'JPY' })).toBe('500')
  expect(countedAmount('500', { ...card, currency: 'JPY' })).toBe('500')
})

test.each(['60.505', '0', '-5', 'all', '1e3', ''])('a typed %j is no amount of a card series, and is refused as it is', (typed) => {
  expect(countedAmount(typed, card)).toBe(typed)
})

test('the amount of a series in coins stays as it is', () => {
  expect(typedAmount(29.5, coin)).toBe('29.5')
  expect(countedAmount('60.505', coin)).toBe('60.505')
})
