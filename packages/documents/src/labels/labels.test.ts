import { unitSigns } from '@gateway/domain/invoices/unit-code'
import { vatCategories } from '@gateway/domain/invoices/vat-category'
import { fiatCodes } from '@gateway/domain/money/fiat'
import { expect, test } from 'vitest'
import { shownAmount, shownCountry, shownDay, shownNumber } from '../amounts.ts'
import { findFace } from '../fonts/faces.ts'
import { documentLanguage, documentLanguages, labelsOf } from './labels.ts'

const unprintable = (text: string, language: string): string[] =>
  Array.from(text).filter((character) => findFace(character.codePointAt(0) ?? 0, { language, weight: 'bold' }) === undefined)

const countries = ['DE', 'AT', 'FR', 'GR', 'CI', 'US', 'CN', 'HK', 'JP', 'IN', 'BR', 'CH', 'SA', 'KR', 'TH']

test('a document has labels in nine languages, and in English for Arabic and unknown ones', () => {
  expect(documentLanguages).toEqual(['en', 'de', 'es', 'fr', 'it', 'pt-BR', 'ja', 'zh-CN', 'hi'])
  expect(['ar', 'sv', 'constructor', 'de'].map(documentLanguage)).toEqual(['en', 'en', 'en', 'de'])
})

test('fonts have every character of the labels, amounts, days, countries, units and reasons of every language', () => {
  const missing = documentLanguages.flatMap((language) => {
    const amounts = fiatCodes.map((currency) => shownAmount(-123_456_789n, currency, language))
    const texts = [
      ...Object.values(labelsOf(language)),
      ...amounts,
      ...Array.from({ length: 12 }, (_, month) => shownDay(`2026-${String(month + 1).padStart(2, '0')}-10`, language)),
      ...countries.map((country) => shownCountry(country, language)),
      shownNumber('-1234567.5', language),
    ]
    return texts.flatMap((text) => unprintable(text, language).map((character) => `${language}: ${character} in ${text}`))
  })
  const signs = Object.values(unitSigns).filter((sign) => sign !== null)
  const reasons = Object.values(vatCategories).flatMap(({ exemption }) => exemption?.reason ?? [])
  expect([...missing, ...[...signs, ...reasons].flatMap((text) => unprintable(text, 'en'))]).toEqual([])
})

test('every language translates every label', () => {
  const english = labelsOf('en')
  const same = documentLanguages
    .filter((language) => language !== 'en')
    .flatMap((language) => {
      const labels = labelsOf(language)
      const equal = Object.entries(labels).filter(([name, text]) => text === english[name as keyof typeof english])
      return equal.map(([name]) => `${language} ${name}`)
    })
  expect(same).toEqual(['es total', 'fr description', 'fr page', 'pt-BR total'])
})
