import { InvalidField } from '@gateway/domain/kernel/error'
import { describe, expect, test } from 'vitest'
import { storableWebhookUrl } from './webhook-url.ts'

const production = { allow: [] }
const development = {
  allow: [
    { host: '127.0.0.1', port: 'any' as const },
    { host: 'receiver.internal', port: 8080 },
  ],
}

describe('a webhook URL', () => {
  test('is stored with the ASCII form of its host', () => {
    expect(storableWebhookUrl(production, 'https://bücher.example/ä')).toBe('https://xn--bcher-kva.example/ä')
  })

  test.each(['https://shop.example/hook', 'https://shop.example:8443/hook?a=b#c', 'https://93.184.216.34/', 'HTTPS://SHOP.example'])(
    'a webhook URL may be %s',
    (url) => {
      expect(() => storableWebhookUrl(production, url)).not.toThrow()
    },
  )

  test.each([
    'http://shop.example/hook',
    'https://user:secret@shop.example/',
    'https://shop.example:80/',
    'https://shop.example:22/',
    'https://127.0.0.1/',
    'https://localhost:8443/',
    'https://api.localhost/',
    'https://localhost./',
    'https://[::1]/',
    'https://0x7f.1/',
    'https://2130706433/',
    'https://①②⑦.⓪.⓪.①/',
    'https://169.254.169.254/latest/meta-data',
    'https:evil',
    '//evil.example',
    '\\\\evil.example',
    'javascript:alert(1)',
    'data:text/plain,hi',
    'ftp://shop.example/',
    'https://shop.example/\r\nx-evil: 1',
    'https://shop.example/a b',
    'https://',
    `https://shop.example/${'a'.repeat(4096)}`,
    'shop.example',
  ])('a webhook URL may not be %s', (url) => {
    expect(() => storableWebhookUrl(production, url)).toThrow(InvalidField)
  })

  test('a webhook URL may name a private target over plain http only if the operator allows exactly that target', () => {
    expect(() => storableWebhookUrl(development, 'http://127.0.0.1:4567/hook')).not.toThrow()
    expect(() => storableWebhookUrl(development, 'http://receiver.internal:8080/')).not.toThrow()
    expect(() => storableWebhookUrl(development, 'http://receiver.internal:8081/')).toThrow(InvalidField)
    expect(() => storableWebhookUrl(development, 'http://127.0.0.2:4567/hook')).toThrow(InvalidField)
    expect(() => storableWebhookUrl(development, 'http://user@127.0.0.1:4567/hook')).toThrow(InvalidField)
  })
})
