import { describe, expect, test } from 'vitest'
import { fitSubject, oneLine, shorten, unlinked } from './inserted-text.ts'
import { refundLink, ORIGIN, testEmails } from './test-emails.ts'
import { writeEmail } from './write-email.ts'

/** What e-mail clients turn into links: an address with a scheme, a host name, an e-mail address. */
const LINKS = /\b[a-z][a-z0-9+.-]*:[^\s\u200c]|\/\/[\p{L}\d-]+\.\p{L}{2,}|(?<![\p{L}\d])[\p{L}\d-]+\.\p{L}{2,}|[^\s@]@[\p{L}\d-]+/iu

const payloads = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "'><svg/onload=alert(1)>",
  '</title><script>alert(1)</script>',
  '</style><script>alert(1)</script>',
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  '<a href="https://evil.example">Kestrel</a>',
  'https://evil.example/pay',
  'HTTPS://EVIL.EXAMPLE',
  'http://1.2.3.4/x',
  'evil.example',
  'www.evil.co.uk',
  'evil。example',
  'bücher.example',
  'xn--bcher-kva.xn--p1ai',
  'help@evil.example',
  'mailto:help@evil.example',
  'bitcoin:bc1qpjlcgk34hh0em5e2ukq46xey8r0q9zuzg3hwk4',
  'tel:+4930123456',
  'tel:4930123456',
  '&lt;script&gt;&#x3c;script&#x3e;',
  'Kestrel\r\nBcc: all@evil.example',
  'Kestrel\u2028https://evil.example',
  'a\u202egpj.elpmaxe.live',
  'evil\u200b.\u200bexample',
  '${7*7}{{7*7}}<%= 7*7 %>',
  '<!--',
  ']]>',
]

describe.each(payloads)('the name %j', (payload) => {
  const mail = writeEmail({ ...refundLink, merchant: payload, description: payload, to: 'lena@hoffmann.example' }, ORIGIN)

  test('adds no markup: the HTML has the same elements as with a plain name', () => {
    const plain = writeEmail({ ...refundLink, to: 'lena@hoffmann.example' }, ORIGIN)
    const elementsOf = (html: string) => html.match(/<\/?[a-z!][^\s>]*/gi)
    expect(elementsOf(mail.html)).toEqual(elementsOf(plain.html))
    expect(mail.html.match(/href="[^"]*"/g)).toEqual(plain.html.match(/href="[^"]*"/g))
  })

  test('becomes no link: neither part contains what a client would make one of', () => {
    const ours = (text: string) => text.replaceAll(/https:\/\/pay\.example\.com\S*|pay\.example\.com\S*/g, '')
    // IDNA counts these as dots (RFC 3490 §3.1).
    expect(ours(mail.text).replace(/[\u3002\uff0e\uff61]/g, '.')).not.toMatch(LINKS)
    expect(ours(mail.html.slice(mail.html.indexOf('<body')).replace(/<[^>]+>/g, ' '))).not.toMatch(
      /https?:\/\/|www\.\p{L}|mailto:[^\u200c]/iu,
    )
  })

  test('stays on one line of the subject and of the sender', () => {
    expect([mail.subject, mail.fromName].join(' ')).not.toMatch(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u)
    expect(mail.subject.length).toBeLessThanOrEqual(80)
  })
})

test('text of every kind of mail contains no address that a client would make a link, except its own origin', () => {
  for (const facts of testEmails) {
    const { text } = writeEmail(facts, ORIGIN)
    expect(text.replaceAll(/(?:https:\/\/)?pay\.example\.com\S*/g, '').replaceAll(/^[\p{L} ]+:$/gmu, '')).not.toMatch(LINKS)
  }
})

test.each([
  '0.00150000 BTC',
  '€1,240.00',
  '12:37 UTC',
  '203.0.113.24',
  'Müller & Söhne, Inc.',
  'Order #4189: V60 set',
  '10 % off',
  '👩‍👩‍👧 Café',
  'क्ष',
])('leaves %j as it is', (text) => expect(unlinked(text)).toBe(text))

test('puts text on one line, without characters that reorder or hide it', () => {
  expect(oneLine('  a\r\n\tb\u202ec\u200bd\u0000e\ufeff ')).toBe('a bcd e')
})

test('cuts a text between characters as a reader counts them', () => {
  expect(shorten('Kestrel', 7)).toBe('Kestrel')
  expect(shorten('Kestrel Coffee', 9)).toBe('Kestrel…')
  expect(shorten('👩‍👩‍👧👩‍👩‍👧', 10)).toBe('👩‍👩‍👧…')
})

test('fits a subject by cutting the inserted text alone', () => {
  const subject = fitSubject('x'.repeat(200), (name) => `${name}: webhooks are switched off`)
  expect(subject).toHaveLength(80)
  expect(subject).toMatch(/^x+…: webhooks are switched off$/)
})
