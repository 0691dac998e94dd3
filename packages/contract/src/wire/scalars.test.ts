import { NotFound } from '@gateway/domain/kernel/error'
import { ForbiddenBusiness } from '@gateway/domain/businesses/errors'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { BusinessIdName, pathId } from './id.ts'
import { wireInput } from './names.ts'
import { limit, Offset } from './page.ts'
import { text } from './text.ts'
import { Day, Moment } from './time.ts'
import { linkUrl } from './url.ts'

const meta = { description: 'x', example: 'x' }
const accepts = (schema: z.ZodType, raw: unknown): boolean => schema.safeParse(raw).success

describe('text', () => {
  const Text = text({ max: 5 }, meta)
  const Name = text({ min: 1, max: 5 }, meta)

  test.each(['', '\u202Eabc', '\u200d', '👍👍👍👍👍', '"<%>"', '\n\t'])('keeps %j unchanged', (raw) => expect(Text.parse(raw)).toBe(raw))
  test.each(['abcdef', '👍👍👍👍👍👍', 'a\0', '\ud800', 5, null, [], {}])('rejects %j as a text of 5 characters', (raw) =>
    expect(accepts(Text, raw)).toBe(false),
  )
  test.each(['', '  ', '\u00a0'])('rejects %j as a name', (raw) => expect(accepts(Name, raw)).toBe(false))
})

describe('linkUrl', () => {
  const Url = linkUrl(meta)

  test.each([
    'https://shop.example',
    'http://localhost:3000/a?b=c#d',
    'https://shop.example/ä?q=%0a',
    'https://[::1]:8080/',
    'HTTPS://SHOP.example/%E2%82%AC',
    'https://shop.example/paid/{payment_id}?order={payment_id}',
    'com.example.shop:/paid',
    'com.example.shop://paid?id={payment_id}',
  ])('keeps %s unchanged', (raw) => expect(Url.parse(raw)).toBe(raw))
  test.each([
    ['https://bücher.example/ä', 'https://xn--bcher-kva.example/ä'],
    ['https://例え.jp:8443/?q=1', 'https://xn--r8jz45g.jp:8443/?q=1'],
    ['HTTPS://Shop.BÜCHER.example', 'HTTPS://shop.xn--bcher-kva.example'],
  ])('stores the host of %s in its ASCII form', (raw, stored) => expect(Url.parse(raw)).toBe(stored))
  test.each([
    'javascript:alert(1)',
    'javascript:/alert(1)',
    'com.example.shop:paid',
    'com.example.shop:/a b',
    'https://①②⑦.⓪.⓪.①',
    'https://ｓhop.example',
    'https://bücher.example@evil.example',
    'https://bü%63her.example',
    'vbscript:/x',
    'file:///etc/passwd',
    'data:text/html,x',
    '//evil.example',
    'https:evil.example',
    'https:///evil.example',
    '\\\\evil.example',
    'https://a.example\\@evil.example',
    'https://a.example/\r\nSet-Cookie: a=b',
    'https://user@a.example',
    'https://user:secret@a.example',
    'https://evil。example',
    'https://a.example/a b',
    ' https://a.example',
    'ftp://a.example',
    'https://',
    `https://a.example/${'x'.repeat(4096)}`,
    'https://a.example/\u0000',
    '',
    5,
    null,
  ])('rejects %j', (raw) => expect(accepts(Url, raw)).toBe(false))
})

describe('Day', () => {
  test.each(['2026-02-28', '2028-02-29', '0001-01-01', '9999-12-31'])('accepts %s', (raw) => {
    expect(Day.parse(raw).toISOString()).toBe(`${raw}T00:00:00.000Z`)
  })
  test.each(['2026-02-30', '2026-02-29', '2026-13-01', '2026-1-1', '2026-10-01T00:00:00Z', '', 20261001])('rejects %s', (raw) =>
    expect(accepts(Day, raw)).toBe(false),
  )
})

describe('Moment', () => {
  test.each([
    ['2027-10-01T12:00:00Z', '2027-10-01T12:00:00.000Z'],
    ['2027-10-01T12:00:00.5+02:00', '2027-10-01T10:00:00.500Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
    ['0000-01-01T00:00:00Z', '0000-01-01T00:00:00.000Z'],
  ])('reads %s as %s', (raw, at) => expect(Moment.parse(raw).toISOString()).toBe(at))
  test.each([
    '9999-12-31T23:59:59.999-23:59',
    '9999-12-31T23:00:00-01:00',
    '0000-01-01T00:00:00+00:01',
    '10000-01-01T00:00:00Z',
    '2026-02-30T00:00:00Z',
    '2027-10-01T24:00:00Z',
    '2027-10-01T12:00:60Z',
    '2027-10-01',
    '',
    5,
    null,
  ])('rejects %j', (raw) => expect(accepts(Moment, raw)).toBe(false))

  test('returns every time as RFC 3339, for any offset', () => {
    const two = (most: number) => fc.integer({ min: 0, max: most }).map((number) => String(number).padStart(2, '0'))
    const year = fc.oneof(fc.constantFrom('0000', '0001', '9998', '9999'), fc.constant('2026'))
    const parts = fc.tuple(year, fc.constantFrom('01-01', '12-31'), two(23), two(59), fc.constantFrom('+', '-'), two(23), two(59))
    fc.assert(
      fc.property(parts, ([years, days, hour, minute, sign, hours, minutes]) => {
        const { data: at } = Moment.safeParse(`${years}-${days}T${hour}:${minute}:00${sign}${hours}:${minutes}`)
        expect(at?.toISOString() ?? 'refused').toMatch(/^(?:refused|\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z)$/)
      }),
    )
  })
})

describe('limit and Offset', () => {
  test('read numbers and numeric strings, and have defaults', () => {
    expect([
      limit(20).parse(undefined),
      limit(20).parse('100'),
      limit(20).parse(1),
      Offset.parse(undefined),
      Offset.parse('10000'),
    ]).toEqual([20, 100, 1, 0, 10_000])
  })
  test.each([0, -1, 101, 1.5, '1.5', '', ' 1', '1e1', '50 OR 1=1', '0x10', null, true, ['1', '2'], NaN])('reject the limit %j', (raw) =>
    expect(accepts(limit(50), raw)).toBe(false),
  )
  test.each([-1, 10_001, 2 ** 63, '9223372036854775808', '-1'])('reject the offset %s', (raw) => expect(accepts(Offset, raw)).toBe(false))
})

describe('pathId and BusinessIdName', () => {
  const id = '6f1c2f0e-7d5b-4c60-9d3c-0b9d2a6f6c11'

  test('answer a malformed id like an unknown one', () => {
    expect(pathId('payment').parse(id)).toBe(id)
    for (const raw of [id.toUpperCase(), `${id} `, 'x', '', `{${id}}`]) expect(() => pathId('payment').parse(raw)).toThrow(NotFound)
    expect(BusinessIdName.parse(id)).toBe(id)
    for (const raw of [id.toUpperCase(), 'x', '1 OR 1=1']) expect(() => BusinessIdName.parse(raw)).toThrow(ForbiddenBusiness)
    for (const raw of ['', 5, [id], {}]) expect(accepts(BusinessIdName, raw)).toBe(false)
  })
})

describe('wireInput', () => {
  const Input = wireInput(z.object({ businessId: z.string().optional(), url2: z.string().optional() }), { redirectUrl: 'url2' })

  test.each([
    [{ businessId: 'a' }, { businessId: 'a' }],
    [{ business_id: 'a' }, { businessId: 'a' }],
    [{ business_id: 'a', businessId: 'a' }, { businessId: 'a' }],
    [{ business_id: null, businessId: 'a' }, { businessId: 'a' }],
    [{ businessId: null }, {}],
    [{ redirect_url: 'a' }, { url2: 'a' }],
    [{ redirectUrl: 'a', url2: 'a' }, { url2: 'a' }],
    [{ BusinessId: 'a', business__id: 'b', unknown: 1 }, {}],
    [undefined, {}],
  ])('reads %j as %j', (raw, meaning) => expect({ ...Input.parse(raw as object) }).toEqual(meaning))

  test.each([
    [{ business_id: 'a', businessId: 'b' }, 'businessId'],
    [{ redirect_url: 'a', url2: 'b' }, 'url2'],
  ])('rejects the contradictory %j', (raw, name) =>
    expect(Input.safeParse(raw).error?.issues).toMatchObject([{ path: [name], message: 'was sent twice with different values' }]),
  )

  test.each([[], 'a', 5, null])('rejects %j as an object', (raw) => expect(accepts(Input, raw)).toBe(false))

  test('lets no member change the schema or a later request', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (raw) => {
        Input.safeParse(raw)
        expect({ ...Input.parse({ business_id: 'a', __proto__: { url2: 'x' } }) }).toEqual({ businessId: 'a' })
      }),
    )
  })
})
