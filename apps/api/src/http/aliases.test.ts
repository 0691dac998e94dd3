import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalPath, routedTarget } from './aliases.ts'

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
])('canonicalPath maps %s to %s', (alias, canonical) => expect(canonicalPath(alias)).toBe(canonical))

test.each(['/api/payments', '/apis/payments', '/api/apix', '/authors', '/api/stripes', '/api/payments//', '/api/openapi.jsonx', '/health'])(
  'canonicalPath keeps %s, apart from one trailing slash',
  (path) => expect(canonicalPath(path)).toBe(path === '/api/payments//' ? '/api/payments/' : path),
)

test.each([
  ['/auth/me?x=/auth/', '/api/auth/me?x=/auth/'],
  ['/api/payments/?', '/api/payments?'],
  ['http://host/health/live', '/http://host/health/live'],
  ['//host/docs', '//host/docs'],
  ['*', '/*'],
  ['/docs#errors', '/docs%23errors'],
  ['/docs\u{a0}', '/docs%C2%A0'],
  ['', '/'],
])('routedTarget maps "%s" to %s, so that no target reaches another path', (target, routed) => expect(routedTarget(target)).toBe(routed))

test('canonicalPath is idempotent', () => {
  const part = fc.constantFrom('/api', '/auth', '/stripe', '/health', '/live', '/openapi.json', '/payments', '/x')
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 6 }), fc.constantFrom('', '/'), (parts, end) => {
      const once = canonicalPath(parts.join('') + end)
      expect(canonicalPath(once)).toBe(once)
    }),
  )
})
