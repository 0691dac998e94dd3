import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readRedirectUrl, redirectUrls } from './redirect-urls.ts'

const right = [
  'https://shop.example/signed-in',
  'https://shop.example',
  'https://SHOP.example:8443/a?b=c%20d&e=@',
  'http://127.0.0.1:3000/back',
  'http://[::1]:3000/back',
  'http://localhost/back',
]

const wrong = [
  'http://shop.example/signed-in',
  'http://127.0.0.1.evil.example/',
  'http://localhost.evil.example/',
  'http://127.0.0.1@evil.example/',
  'https://user@shop.example/',
  'https://user:secret@shop.example/',
  'https://@shop.example/',
  'https://shop.example/#part',
  'https://shop.example/#',
  'https://*.shop.example/',
  'https:shop.example',
  'https:///shop.example',
  'https:\\\\shop.example\\',
  '/signed-in',
  '//shop.example/signed-in',
  'shop.example/signed-in',
  'javascript:alert(1)',
  'data:text/html,hello',
  'com.example.shop:/back',
  'ftp://shop.example/',
  ' https://shop.example/',
  'https://shop.example/ ',
  'https://shop.example/a b',
  'https://shop.example/\n',
  'https://shöp.example/',
  'https://shop.example/<script>',
  'https://shop.example:99999/',
  '',
  null,
  7,
]

test.each(right)('%s is an address for answers, and stays as it is', (text) => {
  expect(readRedirectUrl(text)).toEqual({ value: text })
})

test.each(wrong)('%j is no address for answers', (text) => {
  expect(readRedirectUrl(text)).toHaveProperty('problem')
})

test('no text becomes another one, and what is taken leads over https or to the machine itself', () => {
  fc.assert(
    fc.property(fc.oneof(fc.webUrl({ withFragments: true, withQueryParameters: true }), fc.string()), (text) => {
      const read = readRedirectUrl(text)
      if ('problem' in read) return
      expect(read.value).toBe(text)
      expect(new URL(text)).toMatchObject({ hash: '', username: '', password: '' })
      expect(text).toMatch(/^https:|^http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost)(?:[:/?]|$)/i)
    }),
  )
})

test('a list has one to ten addresses, each once', () => {
  const list = redirectUrls({ least: 1, description: 'Where answers go.', example: [] })
  const [one = '', two = ''] = right
  expect(list.parse([one, two, one])).toEqual([one, two])
  for (const sent of [
    [],
    one,
    undefined,
    [one, 'http://shop.example/'],
    Array.from({ length: 11 }, (_, at) => `https://shop.example/${at}`),
  ])
    expect(list.safeParse(sent).success).toBe(false)
  expect(redirectUrls({ least: 0, description: 'Where sign-outs go.', example: [] }).parse([])).toEqual([])
})
