import { describe, expect, test } from 'vitest'
import { emailTexts } from '../locales/email-texts.ts'
import { invoiceLetterTexts } from '../locales/invoice-letter-texts.ts'
import { languageCodes, languages } from '../locales/languages.ts'
import type { EmailFacts } from './email-facts.ts'
import { assistedLink, cardReceipt, escrowOpened, ORIGIN, refundLink, testEmails } from './test-emails.ts'
import { columnsOf } from './text-columns.ts'
import { writeEmail } from './write-email.ts'

const PAYER_BTC = 'bc1qy9qzc6hhh3mp28ks4fw0d6t5ceulka8mkyymtw'

const nameOf = (facts: EmailFacts) => [facts.kind, ...('language' in facts ? [facts.language] : [])].join(' ')
const written = testEmails.map((facts) => [nameOf(facts), writeEmail(facts, ORIGIN), facts] as const)

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }
/** The visible text of the HTML: without the preheader, the picture of the merchant, and the address of a button, which the text has elsewhere. */
const shownIn = (html: string) =>
  html
    .slice(html.indexOf('</div>'))
    .replace(/<td class="face"[\s\S]*?<\/td>/, '')
    .replace(/<td class="ink3"[^>]*>(?:(?!<\/td>)[\s\S])*<a class="link"[\s\S]*?<\/td>/, '')
    .replace(/<a href="([^"]+)"([\s\S]*?)<\/a>/, '<a $2</a>$1')
    .replace(/<[^>]+>/g, '')
    .replace(/&([^;]+);/g, (_, name: string) => entities[name] ?? '?')
/** The visible characters in their order, without those that only lay a part out. */
const lettersOf = (part: string) => part.replace(/[\s\u200c\u2066-\u2069\u00a0=:!]|--/g, '')
const linksOf = (html: string) => [...html.matchAll(/(?:href|src|action|background)\s*=\s*"([^"]*)"/g)].map(([, url]) => url)

describe.each(written)('%s', (_name, mail, facts) => {
  test('says the same in its HTML and in its text', () => {
    expect(lettersOf(mail.text)).toBe(lettersOf(shownIn(mail.html)))
  })

  test('writes the address of its button out, on a line of its own in the text', () => {
    for (const url of new Set(linksOf(mail.html))) {
      expect(mail.html).toContain(`>${url?.replace(/^https:\/\//, '')}</a>`)
      expect(mail.text.split('\n')).toContain(url?.replaceAll('&amp;', '&'))
    }
  })

  test('keeps its subject within 80 characters and its HTML below 20 kB, and adds a preheader', () => {
    expect(mail.subject.length).toBeLessThanOrEqual(80)
    expect(mail.subject).not.toMatch(/[\r\n]|undefined|\[object/)
    expect(/overflow:hidden;mso-hide:all">\s*\S[^&]{10,}/.test(mail.html)).toBe(true)
    expect(Buffer.byteLength(mail.html)).toBeLessThan(20_000)
  })

  test('wraps its text at 72 columns, and breaks no link', () => {
    const long = mail.text.split('\n').filter((line) => columnsOf(line) > 72)
    expect(long.filter((line) => line.replace(/^! |^ +/, '').includes(' '))).toEqual([])
    expect(mail.text).not.toMatch(/undefined|\[object/)
  })

  test('loads nothing, runs nothing, and links to pages of its own origin alone', () => {
    expect(mail.html).not.toMatch(/<(?:img|link|script|iframe|form|object|video|svg)\b|url\(|@import|@font-face|\son\w+=/i)
    expect(linksOf(mail.html).filter((url) => !url?.startsWith(`${ORIGIN}/`))).toEqual([])
  })

  test('stays complete without its styles: the language, one heading, and no table that is more than layout', () => {
    expect(mail.html.match(/<h1/g)).toHaveLength(1)
    expect(mail.html).toContain(`<html lang="${mail.language}" dir="${languages[mail.language].dir}">`)
    expect(mail.html.match(/<table(?! role="presentation")/g)).toBeNull()
    expect(mail.to).toBe(facts.to)
  })
})

test('a mail to a payer comes in the name of the merchant, who gets the replies', () => {
  const mail = writeEmail({ ...refundLink, merchant: 'Kestrel Coffee' }, ORIGIN)
  expect(mail).toMatchObject({ fromName: 'Kestrel Coffee via Gateway', replyTo: 'mara@kestrel.example' })
  expect(mail.text.startsWith('Kestrel Coffee\n')).toBe(true)
})

test('a mail about an escrow says its amount in both, and its token once', () => {
  const { subject, text, replyTo } = writeEmail(escrowOpened, ORIGIN)
  expect({ subject, replyTo }).toEqual({ subject: 'Kestrel Coffee asks for $25.00: escrow 3', replyTo: 'mara@kestrel.example' })
  expect(text.replaceAll('\u00a0', ' ')).toContain('0.00041667 BTC')
  expect([...text.matchAll(/esc_\w+/g)]).toHaveLength(1)
  expect(text).not.toMatch(/bc1q/)
})

test('a receipt of a card payment has the amount as its language writes it, with all digits of the currency', () => {
  const { subject, text } = writeEmail({ ...cardReceipt, language: 'en', amount: '199.5', currency: 'EUR' }, ORIGIN)
  expect(subject).toContain('receipt for €199.50')
  expect(text).toContain('You paid €199.50')
  const german = writeEmail({ ...cardReceipt, language: 'de', amount: '25', currency: 'EUR' }, ORIGIN)
  expect(german.text.replaceAll('\u00a0', ' ')).toContain('25,00 €')
})

test('a name that runs from right to left is isolated in the text, the subject and the sender of a mail that runs the other way', () => {
  const { text, subject, fromName } = writeEmail({ ...escrowOpened, merchant: 'שלום\u202e & Co', description: 'قهوة 12' }, ORIGIN)
  const name = '\u2068שלום & Co\u2069'
  expect(subject).toBe(`${name} asks for $25.00: escrow 3`)
  expect(fromName).toBe(`${name} via Gateway`)
  expect(text).toContain(name)
  expect(text).toContain('\u2068قهوة 12\u2069')
  expect(text.replaceAll(name, '')).not.toContain('שלום')
  expect(text).not.toContain('\u202e')
})

test('text that runs in one direction stays without isolates, so that it can be searched and copied', () => {
  expect(writeEmail(escrowOpened, ORIGIN).text).not.toMatch(/[\u2066-\u2069]/)
})

test.each(languageCodes)('a mail about an escrow without an address asks for one in its first sentence in %s', (language) => {
  const { nameFirst } = emailTexts[language]
  const asking = writeEmail({ ...escrowOpened, language, asksForAddress: true }, ORIGIN)
  const plain = writeEmail({ ...escrowOpened, language }, ORIGIN)
  expect(lettersOf(plain.text)).not.toContain(lettersOf(nameFirst))
  expect(lettersOf(asking.text).indexOf(lettersOf(nameFirst))).toBeGreaterThan(-1)
  expect(lettersOf(asking.text).indexOf(lettersOf(nameFirst))).toBeLessThan(lettersOf(asking.text).indexOf(lettersOf('into the escrow')))
  expect(lettersOf(asking.html)).toContain(lettersOf(nameFirst))
})

test('a mail to a merchant comes in the name of the deployment, which gets the replies', () => {
  const [first] = written
  expect(first?.[1]).toMatchObject({ fromName: null, replyTo: null, language: 'en' })
})

test('the only secret of a mail is the token of its link, and no mail names an address to pay to', () => {
  const mail = writeEmail(refundLink, ORIGIN)
  expect(mail.html).not.toMatch(/bc1q|0x[0-9a-f]{40}/i)
  expect([...mail.text.matchAll(/ret_\w+/g)]).toHaveLength(1)
})

test.each(languageCodes)('a refund link says in %s why the money is held, and when it is paid', (language) => {
  const texts = (['underpaid', 'late', 'failed'] as const).map((reason) => writeEmail({ ...refundLink, language, reason }, ORIGIN).text)
  expect(new Set(texts).size).toBe(3)
  const atOnce = writeEmail({ ...refundLink, language, holdHours: 0 }, ORIGIN).text
  expect(texts[0]).toContain('48')
  expect(atOnce).not.toContain('48 ')
})

test('a link to a refund that the merchant pays promises no hold and takes no network fee off', () => {
  const plain = writeEmail(assistedLink, ORIGIN).text.replaceAll('\u00a0', ' ').replace(/\s+/g, ' ')
  for (const part of [
    'Kestrel Coffee refunds your payment and pays the refund from its own wallet.',
    'Reason: Item out of stock',
    'You get: 0.00046029 BTC Value: €25.00 Network fee: paid by Kestrel Coffee Paid: by Kestrel Coffee, from its own wallet',
    'Link works until: 28 October 2026 at 12:37 UTC',
    'it works once. This link is your ! key: its holder decides where the money goes',
  ])
    expect(plain).toContain(part)
  expect(plain).not.toMatch(/less the network fee|hours|Our fee/)
})

test('a link whose address the merchant has named asks for none, writes none, and says how to stop a wrong one', () => {
  const { subject, text } = writeEmail({ ...assistedLink, address: PAYER_BTC }, ORIGIN)
  expect(subject).toBe('Kestrel Coffee returns 0.00046029 BTC to you')
  expect(text.replace(/\s+/g, ' ')).toContain('if it is not yours, tell Kestrel Coffee at once')
  expect(text).not.toMatch(/Enter your address|is your key|bc1q/)
})

test('a refund that has arrived is told with what arrived, and the way to its transactions', () => {
  const arrived = testEmails.find((one) => one.kind === 'refund_arrived')
  const { subject, text, html } = writeEmail(arrived ?? assistedLink, ORIGIN)
  expect(subject).toBe('Kestrel Coffee has returned 0.00046029 BTC to you')
  expect(new Set(linksOf(html))).toEqual(new Set([`${ORIGIN}${assistedLink.path}`]))
  expect(text.replaceAll('\u00a0', ' ')).toMatch(/You received: +0\.00046029 BTC\n/)
})

test('a long name is cut in the subject and whole in the mail', () => {
  const merchant = 'The Society for the Encouragement of Arts, Manufactures and Commerce of the County of Middlesex'
  for (const language of languageCodes) {
    const mail = writeEmail({ ...refundLink, language, merchant, amount: '12345678.12345678' }, ORIGIN)
    expect(mail.subject.length).toBeLessThanOrEqual(80)
    expect(mail.subject).toContain('12345678.12345678 BTC')
    expect(lettersOf(mail.text)).toContain(lettersOf(merchant))
    for (const address of [null, PAYER_BTC])
      expect(writeEmail({ ...assistedLink, language, merchant, address }, ORIGIN).subject.length).toBeLessThanOrEqual(80)
  }
})

test.each(languageCodes)('a reminder of an invoice without a due day names none, and leaves no gap for one, in %s', (language) => {
  const reminder = testEmails.find((one) => one.kind === 'invoice_reminder' && one.dueDate === null && one.language === language)
  const { subject, text } = writeEmail(reminder ?? assistedLink, ORIGIN)
  const { before, due } = invoiceLetterTexts[language]
  const dated = before.subject({ merchant: 'Kestrel Coffee', number: 'INV-118', due: '', creditNote: '', amount: '', to: '' })
  expect(subject).toContain('INV-118')
  expect(subject).not.toBe(dated)
  expect(subject).toBe(subject.trim().replace(/\s+/g, ' '))
  expect(lettersOf(text)).not.toContain(lettersOf(due))
})

test.each([
  [['*'], 'everything but changing wallets'],
  [['*', 'wallets:write'], 'everything, changing wallets too'],
  [['payments:write', 'wallets:write'], 'write payments, write wallets'],
] as const)('the mail about an API key with the scopes %j says that it allows %s', (scopes, allowed) => {
  const facts = testEmails.find((one) => one.kind === 'api_key_created')
  expect(facts && writeEmail({ ...facts, scopes }, ORIGIN).text).toMatch(new RegExp(`Allows: +${allowed}\\n`))
})
