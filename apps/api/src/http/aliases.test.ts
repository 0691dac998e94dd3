import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalPath } from './aliases.ts'

test.each([
  ['/auth/login', '/api/auth/login'],
  ['/api/api/payments', '/api/payments'],
  ['/api/api/api/payments/create', '/api/payments/create'],
  ['/api/api', '/api'],
  ['/api/stripe/payments', '/api/cards/payments'],
  ['/api/api/stripe', '/api/cards'],
  ['/api/health/live', '/health/live'],
  ['/api/openapi.json', '/openapi.json'],
  ['/api/openapi.json/', '/openapi.json'],
  ['/api/health/live/', '/health/live'],
  ['/api/payments/', '/api/payments'],
  ['/', '/'],
])('%s is served as %s', (alias, canonical) => expect(canonicalPath(alias)).toBe(canonical))

test.each(['/api/payments', '/apis/payments', '/api/apix', '/authors', '/api/stripes', '/api/payments//', '/api/openapi.jsonx', '/health'])(
  '%s is nobody’s alias, or keeps what one slash does not explain',
  (path) => expect(canonicalPath(path)).toBe(path === '/api/payments//' ? '/api/payments/' : path),
)

test('an alias of an alias leads no further', () => {
  const part = fc.constantFrom('/api', '/auth', '/stripe', '/health', '/live', '/openapi.json', '/payments', '/x')
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 6 }), fc.constantFrom('', '/'), (parts, end) => {
      const once = canonicalPath(parts.join('') + end)
      expect(canonicalPath(once)).toBe(once)
    }),
  )
})
