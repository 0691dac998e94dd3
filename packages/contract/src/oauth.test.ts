import { NotFound } from '@gateway/domain/kernel/error'
import { expect, test } from 'vitest'
import { CreateOauthClientInput, OauthClientRef, presentCreatedClient } from './oauth.ts'

const terms = { name: 'Books', redirectUris: ['https://shop.example/back'], scopes: ['payments', 'openid', 'openid'] }

test('a new client has its scopes as a set, and its addresses under either name', () => {
  const read = { name: 'Books', redirectUris: terms.redirectUris, scopes: ['openid', 'payments'] }
  expect(CreateOauthClientInput.parse(terms)).toEqual(read)
  const { redirectUris: redirect_uris, ...others } = terms
  expect(CreateOauthClientInput.parse({ ...others, redirect_uris })).toEqual(read)
})

test('offline_access has no effect, and any other scope is refused', () => {
  expect(CreateOauthClientInput.parse({ ...terms, scopes: ['openid', 'offline_access'] })).toMatchObject({ scopes: ['openid'] })
  for (const scopes of [[], ['offline_access'], ['openid', 'admin'], 'openid', ['openid', 7], undefined])
    expect(CreateOauthClientInput.safeParse({ ...terms, scopes }).success).toBe(false)
})

test('a name that no client can have is answered like an unknown one', () => {
  expect(() => OauthClientRef.parse({ id: "x' OR 1=1" })).toThrow(new NotFound('OAuth client'))
})

test('a public client is shown with no secret', () => {
  const at = new Date('2026-10-01T12:00:00.000Z')
  const client = {
    id: '6f1c2f0e-7d5b-4c60-9d3c-0b9d2a6f6c11',
    merchantId: '6f1c2f0e-7d5b-4c60-9d3c-0b9d2a6f6c12',
    clientId: 'client',
    name: 'Books',
    description: null,
    redirectUris: ['https://shop.example/back'],
    postLogoutRedirectUris: [],
    scopes: ['openid'],
    isPublic: true,
    previousValidUntil: null,
    createdAt: at,
    updatedAt: at,
  } as const
  const shown = presentCreatedClient({ client, secret: null })
  expect(shown).toMatchObject({ client_id: 'client', public: true, client_secret: null, previous_valid_until: null })
  expect(shown).not.toHaveProperty('merchant_id')
})
