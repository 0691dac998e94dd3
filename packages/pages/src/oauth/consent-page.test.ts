import { expect, test } from 'vitest'
import { languageCodes } from '../locales/languages.ts'
import { consentPage } from './consent-page.ts'

const view = {
  nonce: 'n',
  app: 'Ledgerline',
  scopes: ['payments'],
  email: 'mara@kestrel.example',
  businesses: ['Kestrel Coffee', 'Kestrel Wholesale'],
  host: 'app.ledgerline.example',
  action: '/oauth/interaction/sample',
  token: 'sample',
}

test.each(languageCodes)('the page of consent says in %s how many businesses it does not name', (language) => {
  const some = consentPage({ ...view, language, moreBusinesses: 4711 })
  expect(some).toContain('Kestrel Coffee, Kestrel Wholesale')
  expect(some).toContain('4711')
  expect(consentPage({ ...view, language, moreBusinesses: 0 })).not.toContain('4711')
})
