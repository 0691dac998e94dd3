import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cryptoIds } from '../../kernel/ids.ts'
import { apiKeyPrefix } from '@gateway/domain/accounts/merchant'
import { isApiKeyText, newApiKey, parseApiKey } from './api-key.ts'

const ctx = { ids: cryptoIds }

describe('an API key', () => {
  test('names its mode and its public id, and is at most 128 characters', () => {
    const key = newApiKey(ctx, 'live')
    expect(key.text).toMatch(/^gw_live_[0-9a-z]{12}_[A-Za-z0-9_-]{43}_[0-9A-Za-z]{6}$/)
    expect(key.text.startsWith(`${apiKeyPrefix(key)}_`)).toBe(true)
    expect(key.text.endsWith(key.last4)).toBe(true)
    expect(newApiKey(ctx, 'test').text).toMatch(/^gw_test_/)
  })

  test('parses back to the id, mode and digest it was created with', () => {
    for (const mode of ['live', 'test'] as const) {
      const { text, id, digest } = newApiKey(ctx, mode)
      expect(parseApiKey(text)).toEqual({ id, mode, digest })
    }
  })

  test('fails its checksum with one character changed, added or removed', () => {
    const { text } = newApiKey(ctx, 'live')
    const position = fc.nat(text.length - 1)
    const character = fc.constantFrom('0', 'a', 'Z', '_', '-', ' ', '\n')
    fc.assert(
      fc.property(position, character, (at, replacement) => {
        const changed = text.slice(0, at) + replacement + text.slice(at + 1)
        expect(parseApiKey(changed) === undefined).toBe(changed !== text)
        expect(parseApiKey(text.slice(0, at) + replacement + text.slice(at))).toBeUndefined()
        expect(parseApiKey(text.slice(0, at) + text.slice(at + 1))).toBeUndefined()
      }),
      { numRuns: 500 },
    )
  })

  test.each(['gw_live_', 'gw_live', 'gw_test_short', `gw_live_${'a'.repeat(4000)}`, 'gw_prod_x', 'GW_LIVE_x', ''])(
    'malformed text is not parsed as an API key: %s',
    (text) => {
      expect(parseApiKey(text)).toBeUndefined()
    },
  )

  test('text with a key prefix counts as an API key, however malformed', () => {
    expect(isApiKeyText('gw_live_broken')).toBe(true)
    expect(isApiKeyText('gw_test_broken')).toBe(true)
    expect(isApiKeyText('sk_live_foreign')).toBe(false)
  })
})
