import { expect, test } from 'vitest'
import { formatFiat, formatMoment, formatPrice, formatTime } from './format.ts'
import { languageCodes } from './languages.ts'

test('amounts have the digits of their currency and the signs of the language', () => {
  expect(formatFiat('en', 149, 'EUR')).toBe('€149.00')
  expect(formatFiat('de', 1_000_000, 'EUR')).toBe('1.000.000,00\u00a0€')
  expect(formatFiat('ja', 1_500, 'JPY')).toBe('￥1,500')
})

test('prices of cheap coins keep five digits', () => {
  expect([formatPrice('en', 0.8562, 'EUR'), formatPrice('en', 54_318.22, 'EUR')]).toEqual(['€0.8562', '€54,318.22'])
})

test('times name their zone', () => {
  expect([formatTime('en', '2026-10-14T14:47:00.000Z'), formatMoment('de', '2026-10-14T00:05:00.000Z')]).toEqual([
    '14:47 UTC',
    '14.10.2026, 00:05 UTC',
  ])
})

test('every language writes Latin digits, which are compared with a wallet', () => {
  for (const language of languageCodes) {
    const shown = [formatFiat(language, 149, 'EUR'), formatTime(language, '2026-10-14T14:47:00.000Z')].join(' ')
    expect([language, /[٠-٩०-९]/.test(shown)]).toEqual([language, false])
  }
})
