import { type Answers, ago, type Told } from '../screens/portal/answers.ts'

const DAY = 24 * 60
type Client = Answers['oauth.clients.get']['client']

export const CLIENT_ID = '8c1f04be92d7a6530e4b7d19c2f8a06d'

const shop: Client = {
  id: '5b0e7c1a-2f64-4c7e-8d19-0a3f6b9c2e71',
  client_id: CLIENT_ID,
  name: 'Kestrel Coffee',
  description: 'Customers of the web shop sign in with it.',
  redirect_uris: ['https://shop.kestrel.example/signed-in', 'http://127.0.0.1:3000/signed-in'],
  post_logout_redirect_uris: ['https://shop.kestrel.example/'],
  scopes: ['email', 'openid', 'payments'],
  public: false,
  previous_valid_until: null,
  created_at: ago(40 * DAY),
  updated_at: ago(3 * DAY),
}
const app: Client = {
  ...shop,
  id: '0c8f2b3e-6b0a-4d55-9b7e-51f2a9d4c6e8',
  client_id: '1e7ad05c3b9f46288f0d6c52a7e3b941',
  name: 'Kestrel loyalty app for telephones and tablets',
  description: null,
  redirect_uris: ['http://127.0.0.1/back'],
  post_logout_redirect_uris: [],
  scopes: ['openid'],
  public: true,
  created_at: ago(2 * DAY),
  updated_at: ago(2 * DAY),
}
const page = { limit: 50, offset: 0 } as const
const client_secret = 'n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg'

/** Clients of the merchant, and the apps that it has let in. */
export const oauthAnswers = {
  'oauth.clients.list': { clients: [app, shop], total: 2, ...page },
  'oauth.clients.get': { client: shop },
  'oauth.clients.create': { client: { ...shop, client_secret } },
  'oauth.clients.update': { client: shop },
  'oauth.clients.rotateSecret': { client_id: CLIENT_ID, client_secret, previous_valid_until: ago(-DAY) },
  'oauth.consents.list': {
    consents: [
      {
        client_id: '5f0c1d7be2a94b3698c7d1f5a0e4b826',
        name: 'Ledgerline bookkeeping',
        scopes: ['email', 'openid', 'payments'],
        granted_at: ago(12 * DAY),
        last_used_at: ago(7),
      },
      {
        client_id: 'a4d8c0f2b7e1495d8b3a6c9e0f1d2b57',
        name: 'Blue Bottle Books',
        scopes: ['openid'],
        granted_at: ago(90 * DAY),
        last_used_at: null,
      },
    ],
    total: 2,
    ...page,
  },
} as const satisfies Partial<Answers>

export const noClients: Told = { 'oauth.clients.list': { clients: [], total: 0, ...page } }
export const noApps: Told = { 'oauth.consents.list': { consents: [], total: 0, ...page } }
export const publicClient: Told = { 'oauth.clients.get': { client: app } }
/** Whose texts have no place to break. */
export const longClient: Told = {
  'oauth.clients.get': { client: { ...shop, name: 'Kestrel'.repeat(14), description: 'CustomersOfTheWebShop'.repeat(20) } },
}
/** While two secrets work. */
export const rotatedClient: Told = { 'oauth.clients.get': { client: { ...shop, previous_valid_until: ago(-DAY) } } }
