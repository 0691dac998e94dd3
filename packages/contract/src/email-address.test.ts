import { canonicalEmail } from '@gateway/domain/accounts/merchant'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { recipientOf, readEmail } from './email-address.ts'

const accepts = (raw: unknown): boolean => 'value' in readEmail(raw)

test.each([
  'ada@shop.example',
  'o’brien@shop.example',
  'a.b+c_d-e=f/g@x-1.y.co.uk',
  "!#$%&'*+-/=?^_`{|}~@shop.example",
  'jörg@bücher.example',
  'jörg@xn--bcher-kva.example',
  '用户@例子.广告',
  'अजय@डाटा.भारत',
  'نامه@نامه‌ای.com',
  `${'a'.repeat(64)}@shop.example`,
  `a@${'b'.repeat(63)}.example`,
  'a@1.example',
])('%s is an address that a mail server could take', (address) => {
  expect(readEmail(` ${address.toUpperCase()} `)).toEqual({ value: canonicalEmail(address.toUpperCase()) })
})

test.each([
  'a..b@shop.example',
  '.a@shop.example',
  'a.@shop.example',
  '<a@shop.example>',
  'Ada <a@shop.example>',
  'a@localhost',
  'a@mail.localhost',
  'a@nowhere.invalid',
  'a@shop',
  'a@[1.2.3.4]',
  'a@[IPv6:::1]',
  'a@1.2.3.4',
  'a@0x7f.1',
  'a@shop.example.',
  'a@.shop.example',
  'a@shop..example',
  'a@-shop.example',
  'a@shop-.example',
  'a@shop_1.example',
  'a@xn--.example',
  'a@shop.example:25',
  'a@shop.example/x',
  'a@shop.example?x',
  'a@user:pass@shop.example',
  'a@b@shop.example',
  'a@%73hop.example',
  'a@shop。example',
  'a@shop\u00adx.example',
  'a b@shop.example',
  'a\u00a0b@shop.example',
  'a\u202eb@shop.example',
  'a,b@shop.example',
  '"a b"@shop.example',
  '@shop.example',
  'a@',
  'ada',
  `${'a'.repeat(65)}@shop.example`,
  `${'ä'.repeat(33)}@shop.example`,
  `a@${'b'.repeat(64)}.example`,
  `a@${'b.'.repeat(126)}example`,
  `${'a'.repeat(64)}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.example`,
])('%s is no address that a mail server could take', (address) => {
  expect(readEmail(address)).toEqual({ problem: expect.any(String) })
})

describe('of any text', () => {
  const atom = fc.stringMatching(/^[\p{L}\p{N}!#$%&'*+\-/=?^_`{|}~.@<>()[\]\\ ",:;]{1,20}$/u)
  const anyAddress = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.tuple(atom, atom).map(([local, domain]) => `${local}@${domain}`),
    fc.tuple(fc.stringMatching(/^[a-zß-ü.+]{1,12}$/u), fc.stringMatching(/^[a-zß-ü0-9.-]{1,20}$/u)).map(([a, b]) => `${a}@${b}`),
  )

  test('what is read is canonical, and is read again as itself', () => {
    fc.assert(
      fc.property(anyAddress, (raw) => {
        const read = readEmail(raw)
        if (!('value' in read)) return
        expect(read.value).toBe(canonicalEmail(raw))
        expect(readEmail(read.value)).toEqual(read)
      }),
    )
  })

  test('what is read has one @, no empty atom, no character of a header’s syntax, and a domain of several labels that the DNS can hold', () => {
    fc.assert(
      fc.property(anyAddress, (raw) => {
        const read = readEmail(raw)
        if (!('value' in read)) return
        expect(read.value).toMatch(/^[^@\s<>()[\]\\",:;\p{Cc}]+@[^@\s<>()[\]\\",:;\p{Cc}]+$/u)
        expect(read.value).not.toMatch(/\.\.|^\.|\.@|@\.|\.$/)
        const domain = recipientOf(read.value).split('@')[1] ?? ''
        expect(domain).toMatch(/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/)
        expect(Buffer.byteLength(read.value.split('@')[0] ?? '')).toBeLessThanOrEqual(64)
      }),
    )
  })

  test('an address without its dots, with quotes, in brackets or at a number is none', () => {
    const plain = fc.tuple(fc.stringMatching(/^[a-z]{1,10}$/), fc.stringMatching(/^[a-z]{1,10}\.[a-z]{2,6}$/))
    fc.assert(
      fc.property(plain, fc.ipV4(), fc.ipV6(), ([local, domain], four, six) => {
        fc.pre(!/\.(?:localhost|invalid)$/.test(domain))
        expect(accepts(`${local}@${domain}`)).toBe(true)
        const broken = [
          `"${local}"@${domain}`,
          `<${local}@${domain}>`,
          `${local}..${local}@${domain}`,
          `${local}@${domain.replace('.', '')}`,
        ]
        const literals = [`${local}@${four}`, `${local}@[${four}]`, `${local}@[IPv6:${six}]`, `${local}@${six}`]
        for (const other of [...broken, ...literals]) expect(accepts(other)).toBe(false)
      }),
    )
  })
})

test('spellings of one mailbox are one: case, form of the domain, and what stands behind a plus', () => {
  for (const spelling of ['jörg@bücher.example', ' JÖRG@BÜCHER.example', 'jörg+shop@xn--bcher-kva.example', 'jo\u0308rg+@bücher.EXAMPLE'])
    expect(recipientOf(spelling)).toBe('jörg@xn--bcher-kva.example')
  expect(recipientOf('+a@shop.example')).toBe('+a@shop.example')
  expect(recipientOf('jörn@bücher.example')).not.toBe('jörg@xn--bcher-kva.example')
})
