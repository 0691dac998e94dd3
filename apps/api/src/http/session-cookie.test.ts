import { expect, test } from 'vitest'
import { sessionCookieOf, takesCookies } from './session-cookie.ts'

test.each([
  ['POST', '/trpc/accounts.portal.signOut', true],
  ['GET', '/trpc/accounts.portal.current?batch=1', true],
  ['GET', '/api/payments/6f1c2f0e-7d5b-4c60-9d3c-0b9d2a6f6c11/events', true],
  ['GET', '/api/payments/6f1c2f0e-7d5b-4c60-9d3c-0b9d2a6f6c11/events?x=/trpc/', true],
  ['GET', '/portal/payments.csv', true],
  ['POST', '/portal/payments.csv', false],
  ['POST', '/portal/uploads/card-evidence', true],
  ['POST', '/portal/uploads', false],
  ['PUT', '/portal/uploads/card-evidence', false],
  ['POST', '/api/payments/6f1c2f0e-7d5b-4c60-9d3c-0b9d2a6f6c11/events', false],
  ['GET', '/api/payments/6f1c2f0e-7d5b-4c60-9d3c-0b9d2a6f6c11', false],
  ['GET', '/api/payments/a/b/events', false],
  ['GET', '/api/auth/me?/trpc/', false],
  ['GET', '/api/trpc/', false],
  ['GET', '/portals', false],
])('%s %s: the cookie counts is %s', (method, url, counts) => {
  expect(takesCookies({ method, url })).toBe(counts)
})

test.each([
  [undefined, undefined],
  ['theme=dark', undefined],
  ['theme=dark; __Host-session=a.b.c', 'a.b.c'],
  ['__Host-session=a.b.c; __Host-session=d.e.f', ''],
  ['session=a.b.c; x__Host-session=a.b.c', undefined],
  ['__host-session=a.b.c', undefined],
])('the cookie header %j holds the token %j', (cookie, token) => {
  expect(sessionCookieOf({ headers: cookie === undefined ? {} : { cookie } })).toBe(token)
})
