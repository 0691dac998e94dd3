import { describe, expect, test } from 'vitest'
import { allScopes, areWithin, opens, type Scope } from './scope.ts'

describe('a key', () => {
  test('of everything opens everything', () => {
    expect(allScopes.filter((scope) => opens(['*'], scope))).toEqual(allScopes)
  })

  test.each<[Scope, Scope[]]>([
    ['payments:read', ['payments:read']],
    ['payments:write', ['payments:read', 'payments:write']],
  ])('of %s opens %j and nothing else', (scope, opened) => {
    expect(allScopes.filter((wanted) => opens([scope], wanted))).toEqual(opened)
  })

  test('of no scope opens nothing', () => {
    expect(allScopes.filter((scope) => opens([], scope))).toEqual([])
  })
})

describe('a key made by a key', () => {
  test('reaches no further than its maker', () => {
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
