import { describe, expect, test } from 'vitest'
import { languageCodes } from '../locales/languages.ts'
import { profilePage } from './profile-page.ts'
import { sampleProfiles } from './test-profiles.ts'

const reader = { language: 'en', nonce: 'n0nce' } as const
const pageOf = (name: keyof typeof sampleProfiles) => profilePage({ ...sampleProfiles[name], ...reader })
const textOf = (page: string) => page.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')

describe('the public profile of a DID', () => {
  test('shows whose it is, the score, its parts with their shares, and what it is made from', () => {
    const text = textOf(pageOf('known'))
    for (const words of ['Kestrel Coffee', 'Nobody has checked it', '45.30 of 100', 'did:key:z6Mkha', 'Oct 14, 2026, 14:47 UTC'])
      expect(text).toContain(words)
    for (const words of ['Economic E 36.82', '30% of the score', 'Behaviour B 46.52', '25% of the score', '$1,098.00'])
      expect(text).toContain(words)
    expect(pageOf('known')).toContain('<progress class="meter__bar" max="100" value="36.82" aria-labelledby="v-E">')
  })

  test('shows receipts with their result, and says which of them do not count', () => {
    const text = textOf(pageOf('known'))
    for (const words of ['4 of 5', 'Does not count', '999 USD', '0.00274310 BTC', 'Dispute Disputed']) expect(text).toContain(words)
    expect(text).not.toContain('5 of 5')
  })

  test('says of a DID without counted receipts that none counts yet', () => {
    expect(textOf(pageOf('unknown'))).toContain('No receipt counts for this identifier yet')
    expect(textOf(pageOf('known'))).not.toContain('No receipt counts')
  })

  test('says why receipts count less', () => {
    const text = textOf(pageOf('flagged'))
    for (const words of ['Many receipts at once', 'Few counterparties']) expect(text).toContain(words)
  })

  test('leads to newer and older receipts where there are some', () => {
    expect(pageOf('flagged')).toContain('href="?offset=0&amp;lang=en#receipts"')
    expect(pageOf('flagged')).toContain('href="?offset=50&amp;lang=en#receipts"')
    expect(pageOf('known')).not.toContain('?offset=')
  })

  test('brings the sentences of the recomputation, and no button for readers without scripts', () => {
    expect(pageOf('known')).toMatch(/class="stack needs-script"\s+id="recomputation"\s+data-did="did:key:z6Mkha/)
    expect(pageOf('known')).toContain('from {count} receipts that count')
    expect(pageOf('known')).toContain('href="/docs/reputation"')
  })

  test('never turns what a holder wrote into markup', () => {
    const evil = '<img src=x onerror=alert(1)>'
    const { reputation, receipts } = sampleProfiles.known
    const [receipt] = receipts.receipts
    const page = profilePage({
      ...reader,
      reputation: { ...reputation, displayName: evil },
      receipts: { ...receipts, receipts: receipt ? [{ ...receipt, rating: null, outcome: evil, amount: evil, category: evil }] : [] },
    })
    expect(page).not.toContain('<img')
    expect(page.match(/&lt;img/g)?.length).toBeGreaterThanOrEqual(4)
  })

  test('has the one script of the house, and no style of its own', () => {
    expect(pageOf('known').match(/<script/g)).toHaveLength(1)
    expect(pageOf('known')).not.toMatch(/<style|\sstyle=|\son\w+=/)
  })

  test.each(languageCodes)('is complete in %s, with Latin digits', (language) => {
    for (const profile of Object.values(sampleProfiles)) {
      const page = profilePage({ ...profile, nonce: 'n0nce', language })
      expect(page).toContain(`<html lang="${language}"`)
      expect(page).not.toMatch(/undefined|\[object|NaN|[٠-٩०-९]/)
      for (const place of ['{score}', '{count}', '{published}']) expect(page).toContain(place)
    }
  })
})
