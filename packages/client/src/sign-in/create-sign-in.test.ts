import { expect, test, vi } from 'vitest'
import { createSignIn } from './create-sign-in.ts'

const settings = { issuer: 'https://pay.example', clientId: 'client', redirectUri: 'https://shop.example/back' }

test.each(['issuer', 'clientId', 'redirectUri'] as const)('a sign-in without %s is refused by its name', (name) => {
  for (const variable of ['ISSUER', 'CLIENT_ID', 'REDIRECT_URI']) vi.stubEnv(`SERVICE_OAUTH_${variable}`, '')
  expect(() => createSignIn({ ...settings, [name]: '' })).toThrow(new RegExp(`needs ${name}, or SERVICE_OAUTH_`))
})

test('a sign-in takes what it is not given from the environment', () => {
  vi.stubEnv('SERVICE_OAUTH_ISSUER', settings.issuer)
  vi.stubEnv('SERVICE_OAUTH_CLIENT_ID', settings.clientId)
  vi.stubEnv('SERVICE_OAUTH_REDIRECT_URI', settings.redirectUri)
  expect(createSignIn()).toHaveProperty('begin')
})

test('an issuer without TLS is asked nothing, unless it is the machine itself', async () => {
  await expect(createSignIn({ ...settings, issuer: 'http://pay.example' }).begin()).rejects.toThrow('only requests to HTTPS are allowed')
})
