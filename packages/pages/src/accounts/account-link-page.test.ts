import { describe, expect, test } from 'vitest'
import { accountLinkTexts } from '../locales/account-link-texts.ts'
import { languageCodes, languages } from '../locales/languages.ts'
import { accountLinkPage } from './account-link-page.ts'

const page = (link: 'verify_email' | 'reset_password') => accountLinkPage({ link, language: 'en', nonce: 'n0nce' })

test('a page of an e-mailed link names its operation and nothing else to send to', () => {
  expect(page('verify_email')).toContain('data-operation="/api/auth/verify-email"')
  expect(page('reset_password')).toContain('data-operation="/api/auth/password/reset"')
  for (const link of ['verify_email', 'reset_password'] as const) expect(page(link)).not.toMatch(/ action=/)
})

test('the password page asks for one password with its rule, ties the error to the field and cuts nothing off', () => {
  const html = page('reset_password')
  expect(html).toMatch(/<input[^>]*type="password"[^>]*autocomplete="new-password"[^>]*aria-describedby="password-hint"/)
  for (const part of ['id="password-hint"', 'id="password-error"', '8 to 128 characters. Length is the only rule.'])
    expect(html).toContain(part)
  expect(html).not.toContain('maxlength')
  expect(page('verify_email')).not.toContain('type="password"')
})

test('without scripts the page says that it needs them and why, and shows no form', () => {
  const [, plain = ''] = /gate__card only-without-scripts">([^]*)<\/main>/.exec(page('verify_email')) ?? []
  expect(plain).toContain('This page needs JavaScript')
  expect(plain).not.toContain('<form')
  expect(page('verify_email')).toContain('class="gate__card" id="ask" hidden')
})

describe.each(languageCodes)('in %s', (language) => {
  test.each(['verify_email', 'reset_password'] as const)('the page %s has all its states and no inline script or style', (link) => {
    const html = accountLinkPage({ link, language, nonce: 'n0nce' })
    const t = accountLinkTexts[language]
    expect(html).toContain(`<html lang="${language}" dir="${languages[language].dir}"`)
    for (const words of [t.deadLink, t.noToken, t.needsScript, t.limited, t.busy, t.offline, t.failed]) expect(html).toContain(words)
    expect(html).not.toMatch(/undefined| style="|<script(?![^>]* src=)/)
  })
})
