import { describe, expect, test } from 'vitest'
import { languageCodes } from '../locales/languages.ts'
import { invoicePage } from './invoice-page.ts'
import type { InvoiceView } from './invoice-view.ts'
import { sampleInvoices } from './test-invoices.ts'

const reader = { language: 'en', nonce: 'nonce' } as const
const pageOf = (name: keyof typeof sampleInvoices, changes: Partial<InvoiceView> = {}) => {
  const { invoice, now } = sampleInvoices[name]
  return invoicePage({ invoice: { ...invoice, ...changes }, now, ...reader })
}
/** The words of a page. */
const textOf = (page: string) =>
  page
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .replaceAll('&#39;', "'")

describe('the page of an invoice', () => {
  test('names the merchant, the number, what is due and when', () => {
    const text = textOf(pageOf('sent'))
    for (const words of ['Invoice INV-1042', 'Kestrel Coffee', '€1,280.00', '28 October 2026', 'in 14 days']) expect(text).toContain(words)
  })

  test('offers both ways behind two tabs, and one alone without tabs', () => {
    expect(pageOf('sent')).toContain('id="way-card"')
    expect(pageOf('sent')).toContain('href="/now/5e1f7c2a-90b4-4d0e-8f57-2f6f0f0b9a31/card"')
    expect(pageOf('coin')).not.toMatch(/id="way-card"|\/card"/)
    expect(pageOf('card')).not.toMatch(/id="way-card"|bitcoin:/)
    expect(pageOf('card')).toContain('/card"')
  })

  test('asks for what is left once a part is paid, and says what was received', () => {
    const text = textOf(pageOf('partial'))
    for (const words of ['Still due €880.00', 'Received €400.00', '0.01620083']) expect(text).toContain(words)
  })

  test('says what a card pays later, in the currency of the invoice', () => {
    const { seen } = sampleInvoices['seen-card'].invoice
    expect(seen).toEqual({ way: 'card', amount: '1280' })
    const page = pageOf('seen-card')
    expect(textOf(page)).toContain('€1,280.00 is on the way')
    expect(page).toContain('data-announce="€1,280.00 is on the way"')
  })

  test('says that what is left is too small for a card', () => {
    expect(textOf(pageOf('too-small'))).toContain('too small for a card payment')
    expect(pageOf('too-small')).not.toContain('/card"')
  })

  test('says that what is left is too large for a card, and not that it is too small', () => {
    expect(textOf(pageOf('too-large'))).toContain('too large for a card payment')
    expect(pageOf('too-large')).not.toMatch(/too small|\/card"/)
  })

  test('says that it was due, and can be paid all the same', () => {
    const text = textOf(pageOf('overdue'))
    expect(text).toContain('This invoice was due on 28 October 2026')
    expect(text).toContain('3 days ago')
    expect(pageOf('overdue')).toContain('bitcoin:')
  })

  test.each(['paid', 'cancelled'] as const)('asks for no money when it is %s', (name) => {
    expect(pageOf(name)).not.toMatch(/bitcoin:|\/card"|data-part="send"/)
  })

  test('shows lines with the tax of each rate, and no line where there is none', () => {
    const text = textOf(pageOf('lines'))
    for (const words of ['40 × €22.50', '€900.00', 'VAT 19% €33.37', 'VAT 7% €63.00', 'Total €1,172.03']) expect(text).toContain(words)
    expect(pageOf('sent')).not.toContain('class="lines"')
  })

  test('links to the document only once it is written', () => {
    expect(pageOf('sent')).toContain('/pay/pdf"')
    expect(pageOf('without-pdf')).not.toContain('/pay/pdf"')
  })

  test('has the one script of the house, and no style of its own', () => {
    expect(pageOf('sent').match(/<script/g)).toHaveLength(1)
    expect(pageOf('sent')).not.toMatch(/<style|\sstyle=|\son\w+=/)
  })

  test('never turns what a merchant wrote into markup', () => {
    const evil = '<img src=x onerror=alert(1)>'
    const [line] = sampleInvoices.lines.invoice.lines ?? []
    const page = pageOf('lines', { merchant: evil, notes: evil, lines: line ? [{ ...line, description: evil }] : [] })
    expect(page).not.toContain('<img')
    expect(page).toContain('&lt;img')
  })

  test.each(languageCodes)('is complete in %s, with Latin digits in its amounts', (language) => {
    for (const { invoice, now } of Object.values(sampleInvoices)) {
      const page = invoicePage({ invoice, now, nonce: 'nonce', language })
      expect(page).toContain(`<html lang="${language}"`)
      expect(page).not.toMatch(/undefined|\[object|NaN|[٠-٩०-९]/)
    }
  })
})
