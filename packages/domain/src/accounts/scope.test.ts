import { describe, expect, test } from 'vitest'
import { allScopes, areWithin, opens, type Scope } from './scope.ts'

describe('an API key', () => {
  test('opens every scope with *', () => {
    expect(allScopes.filter((scope) => opens(['*'], scope))).toEqual(allScopes)
  })

  test.each<[Scope, Scope[]]>([
    ['payments:read', ['payments:read']],
    ['payments:write', ['payments:read', 'payments:write']],
  ])('opens with scope %s %j and nothing else', (scope, opened) => {
    expect(allScopes.filter((wanted) => opens([scope], wanted))).toEqual(opened)
  })

  test('opens nothing without scopes', () => {
    expect(allScopes.filter((scope) => opens([], scope))).toEqual([])
  })
})

describe('a key made by a key', () => {
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
