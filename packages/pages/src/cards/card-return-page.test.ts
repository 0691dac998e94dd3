import { expect, test } from 'vitest'
import { languageCodes } from '../locales/languages.ts'
import { cardReturnPage } from './card-return-page.ts'

test('a customer who comes back from the card processor is thanked in every language', () => {
  for (const language of languageCodes) expect(cardReturnPage({ language, nonce: 'n' })).not.toMatch(/undefined|\[object/)
  expect(cardReturnPage({ language: 'en', nonce: 'n' })).toContain('as soon as your payment has arrived')
})
