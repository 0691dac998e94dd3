import { expect, test } from 'vitest'
import { placeAfterSignIn } from './place-after-sign-in.ts'

test.each(['/dashboard', '/dashboard/', '/dashboard/b/8f0e/payments?status=held#x', '/dashboard?x=1', '/oauth/interaction/q3Zr_8-Lw'])(
  'sign-in leads to %s',
  (place) => {
    expect(placeAfterSignIn(place)).toBe(place)
  },
)

test.each([
  undefined,
  '',
  '/',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  'https://evil.example',
  'https:evil.example',
  'javascript:alert(1)',
  'data:text/html,x',
  '/dashboardevil',
  '/dashboard.evil.example',
  '/dashboard@evil.example',
  '/dashboard\\..\\..\\evil',
  '/dashboard/\\evil.example',
  ' /dashboard',
  '\t/dashboard',
  'dashboard',
  '/oauth/interaction/',
  '/oauth/interaction/a/b',
  '/oauth/interaction/../authorize',
  '/oauth/interaction/a?b',
  '/oauth/interaction/a#b',
  '/oauth/interaction/%2e%2e',
  '/oauth/interaction//evil.example',
  '/oauth/interaction/a b',
  '/oauth/interaction/a\n',
  `/oauth/interaction/${'a'.repeat(65)}`,
  '/oauth/authorize?redirect_uri=https://evil.example',
  '/oauth/logout',
  '/api/oauth/authorize',
  '/pay/x',
  '/DASHBOARD',
  '/%64ashboard',
  '/oauth/Interaction/a',
  '/oauth/interaction.evil/a',
  'oauth/interaction/a',
  '//gateway.test/dashboard',
  'https://gateway.test/dashboard',
])('sign-in does not lead to %j', (place) => {
  expect(placeAfterSignIn(place)).toBeUndefined()
})
