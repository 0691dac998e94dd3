import { describe, expect, test } from 'vitest'
import { allScopes, areWithin, opens, type Scope } from './scope.ts'

describe('an API key', () => {
  test('opens every scope with * but that of wallets, so that a stolen key redirects no money', () => {
    expect(allScopes.filter((scope) => !opens(['*'], scope))).toEqual(['wallets:write'])
  })

  test.each<[Scope, Scope[]]>([
    ['payments:read', ['payments:read']],
    ['payments:write', ['payments:read', 'payments:write']],
    ['wallets:write', ['wallets:write']],
  ])('opens with scope %s %j and nothing else', (scope, opened) => {
    expect(allScopes.filter((wanted) => opens([scope], wanted))).toEqual(opened)
  })

  test('opens nothing without scopes', () => {
    expect(allScopes.filter((scope) => opens([], scope))).toEqual([])
  })
})

describe('a key made by a key', () => {
  test('may change wallets only if the key that creates it may', () => {
    expect(areWithin(['wallets:write'], ['*'])).toBe(false)
    expect(areWithin(['payments:read', 'wallets:write'], ['*', 'wallets:write'])).toBe(true)
  })

  test('cannot exceed the scopes of the key that creates it', () => {
    expect(areWithin(['payments:read', 'webhooks:read'], ['payments:write', 'webhooks:read'])).toBe(true)
    expect(areWithin(['payments:read', 'webhooks:write'], ['payments:write', 'webhooks:read'])).toBe(false)
    expect(
      areWithin(
        ['*'],
        allScopes.filter((scope) => scope !== '*'),
      ),
    ).toBe(false)
  })
})
