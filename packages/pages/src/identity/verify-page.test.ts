import { describe, expect, test } from 'vitest'
import { identityTexts } from '../locales/identity-texts.ts'
import { languageCodes } from '../locales/languages.ts'
import { sampleVerifications } from './test-profiles.ts'
import { verifyPage } from './verify-page.ts'

const pageOf = (name: keyof typeof sampleVerifications) => verifyPage({ ...sampleVerifications[name], language: 'en', nonce: 'n0nce' })
const textOf = (page: string) =>
  page
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .replaceAll('&#39;', "'")

describe('the page that verifies credentials', () => {
  test('takes a credential by a form that works without scripts', () => {
    expect(pageOf('empty')).toContain('<form class="stack" method="post" action="/verify?lang=en">')
    expect(pageOf('empty')).toMatch(/<textarea[^>]* aria-describedby="credential-hint"><\/textarea>/)
    expect(pageOf('empty')).not.toContain('id="verdict"')
  })

  test.each([
    ['missing', 'Paste a credential or its id.'],
    ['unreadable', 'This is neither a credential nor an id.'],
  ] as const)('keeps what was typed and ties the problem to the field when it is %s', (name, words) => {
    expect(pageOf(name)).toMatch(/aria-describedby="credential-error" aria-invalid="true" autofocus>/)
    expect(textOf(pageOf(name))).toContain(words)
    expect(pageOf('unreadable')).toContain('>ada@kestrel.example</textarea>')
  })

  test('says that a credential is valid, what it says, and where its subject is', () => {
    const text = textOf(pageOf('valid'))
    for (const words of ['This credential is valid', 'A reputation', 'did:web:pay.example', 'Oct 31, 2026']) expect(text).toContain(words)
    expect(pageOf('valid')).toContain('href="/did/did%3Akey%3Az6Mkha')
    expect(textOf(pageOf('endless'))).toContain('Valid until No end')
  })

  test('says that a credential was revoked, with the reason where there is one', () => {
    expect(textOf(pageOf('revoked'))).toContain('This credential was revoked')
    expect(textOf(pageOf('revoked'))).toContain('Reason given: The escrow was reversed')
    expect(textOf(pageOf('revoked-silently'))).not.toContain('Reason given')
  })

  test('says of a credential that is not genuine only why, and nothing that it says of itself', () => {
    const text = textOf(pageOf('altered'))
    expect(text).toContain('Its signature is not genuine')
    expect(text).not.toMatch(/Issued by|Open the profile/)
  })

  test('never turns a credential into markup', () => {
    const evil = '</textarea><img src=x onerror=alert(1)>'
    const credential = { id: evil, type: evil, subject: evil, issuer: evil }
    const page = verifyPage({ language: 'en', nonce: 'n0nce', typed: evil, verdict: { outcome: 'revoked', credential, reason: evil } })
    expect(page).not.toContain('<img')
  })

  test.each(languageCodes)('is complete in %s', (language) => {
    for (const verification of Object.values(sampleVerifications)) {
      const page = verifyPage({ ...verification, nonce: 'n0nce', language })
      expect(page).toContain(`<html lang="${language}"`)
      expect(page).not.toMatch(/undefined|\[object|NaN|[٠-٩०-९]| style="|<script(?![^>]* src=)/)
    }
    const { reasons, kinds } = identityTexts[language]
    for (const words of [...Object.values(reasons), ...Object.values(kinds)]) expect(words).toMatch(/\S/)
  })
})
