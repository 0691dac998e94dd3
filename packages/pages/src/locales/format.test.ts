import { expect, test } from 'vitest'
import { formatDay, formatFiat, formatMoment, formatPrice, formatTime } from './format.ts'
import { languageCodes } from './languages.ts'

test('amounts have the digits of their currency and the signs of the language', () => {
  expect(formatFiat('en', '149', 'EUR')).toBe('€149.00')
  expect(formatFiat('de', '1000000', 'EUR')).toBe('1.000.000,00\u00a0€')
  expect(formatFiat('ja', '1500', 'JPY')).toBe('￥1,500')
})

test('amounts are shown to their last digit, whatever their size', () => {
  expect(formatFiat('en', '1.005', 'EUR')).toBe('€1.005')
  expect(formatFiat('en', '12345678901234567.89', 'EUR')).toBe('€12,345,678,901,234,567.89')
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

test('days are written with the name of their month', () => {
  expect([formatDay('en', '2026-10-28'), formatDay('de', '2026-10-28')]).toEqual(['28 October 2026', '28. Oktober 2026'])
})

test('every language writes Latin digits, which are compared with a wallet', () => {
  for (const language of languageCodes) {
    const shown = [formatFiat(language, '149', 'EUR'), formatTime(language, '2026-10-14T14:47:00.000Z')].join(' ')
    expect([language, /[٠-٩०-९]/.test(shown)]).toEqual([language, false])
  }
})
