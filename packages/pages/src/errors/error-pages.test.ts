import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { languageCodes, languages } from '../locales/languages.ts'
import { errorKinds, errorPage } from './error-page.ts'
import { standalonePage, standalonePolicy } from './standalone-pages.ts'

const filled = { requestId: 'req_7Kd20fQm', moment: '14 Oct 2026, 12:37 UTC' }

test('a refund link that does not work speaks to a shopper and links to nothing', () => {
  const html = errorPage({ kind: 'refund_not_found', language: 'en', nonce: 'n' })
  expect(html).toContain('This refund link does not work')
  expect(html).toContain('Ask the shop for a new link')
  expect(html).not.toContain('/docs')
})

test('a page that does not exist links to the documentation', () => {
  expect(errorPage({ kind: 'not_found', language: 'en', nonce: 'n' })).toContain('<a href="/docs">')
})

describe.each(languageCodes)('in %s', (language) => {
  test.each(errorKinds)('the page %s has one heading and no inline script or style', (kind) => {
    const html = errorPage({ kind, language, nonce: 'n' })
    expect(html).toContain(`<html lang="${language}" dir="${languages[language].dir}"`)
    expect(html.match(/<h1/g)).toHaveLength(1)
    expect(html).not.toMatch(/undefined| style="|<script(?![^>]* src=)/)
  })

  test('the page of a failure shows the request id and the time, and loads nothing', () => {
    const html = standalonePage('failed', language, filled)
    for (const part of [`lang="${language}"`, filled.requestId, filled.moment, 'href=""']) expect(html).toContain(part)
    expect(html.match(/<h1/g)).toHaveLength(1)
    expect(html).not.toMatch(/ src=|<link|<script|url\(|@import|undefined/)
  })

  test('the page of an unavailable service says what counts for payers, and loads nothing', () => {
    const html = standalonePage('unavailable', language, filled)
    expect(html).toContain('Retry-After')
    expect(html.match(/<li>/g)).toHaveLength(3)
    expect(html).not.toMatch(/ src=|<link|<script|url\(|@import|undefined/)
  })
})

test('the policy of failure pages allows the style inside them and nothing else', () => {
  const [, style = ''] = /<style>([^]*)<\/style>/.exec(standalonePage('failed', 'en', filled)) ?? []
  const hash = createHash('sha256').update(style).digest('base64')
  expect(standalonePolicy).toBe(
    `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'`,
  )
})
