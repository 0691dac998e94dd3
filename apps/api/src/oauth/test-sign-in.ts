import type { Heard } from '../test-server.ts'
import {
  type Answering,
  backOf,
  CALLBACK,
  formOf,
  newVerifier,
  openBrowser,
  type Params,
  type TestBrowser,
  type TestClient,
} from './test-browser.ts'

/** The parameters of an authorization request of a client. */
export const askOf = ({ clientId }: Pick<TestClient, 'clientId'>, challenge: string, more: Params = {}): string =>
  `/oauth/authorize?${new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: CALLBACK,
    scope: 'openid email',
    state: 'a state',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...more,
  }).toString()}`

/** Registers a client over the interface, with an API key. */
export async function registerOver(server: Answering, key: string): Promise<TestClient> {
  const terms = { name: 'Ledgerline', redirect_uris: [CALLBACK], scopes: ['openid', 'email', 'payments'] }
  const { status, body } = await server.say('POST', '/api/oauth/clients', { key, body: terms })
  if (status !== 201) throw new Error(`no client: ${JSON.stringify(body)}`)
  return { server, clientId: String(body['client_id']), secret: String(body['client_secret']) }
}

let users = 0

/** A browser whose user has just opened an account in the portal. */
export async function openUser(server: Answering): Promise<TestBrowser & { email: string }> {
  const browser = openBrowser(server)
  const email = `user-${++users}-${Math.random().toString(36).slice(2)}@shop.example`
  await browser.portal('signUp', { email, password: 'correct horse battery staple', name: 'Ada' })
  return { ...browser, email }
}

/** A code, with the verifier that exchanges it. */
export interface Coded {
  readonly code: string
  readonly verifier: string
}

/** Signs a user in at a client, who allows what it is asked. */
export async function obtainCode(browser: TestBrowser, client: TestClient, more: Params = {}): Promise<Coded> {
  const { verifier, challenge } = newVerifier()
  const heard = await browser.follow(askOf(client, challenge, more))
  const { code = '' } = backOf(heard.status === 200 ? await browser.press(heard, 'allow') : heard)
  return { code, verifier }
}

/** Asks the token endpoint, as a client that sends its secret in the body. */
export const askToken = ({ server, clientId, secret }: TestClient, fields: Params): Promise<Heard> =>
  server.say('POST', '/oauth/token', formOf({ client_id: clientId, client_secret: secret, ...fields }))

/** Exchanges a code. */
export const exchange = (client: TestClient, { code, verifier }: Coded, more: Params = {}): Promise<Heard> =>
  askToken(client, { grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri: CALLBACK, ...more })

/** Refreshes. */
export const refresh = (client: TestClient, token: unknown, more: Params = {}): Promise<Heard> =>
  askToken(client, { grant_type: 'refresh_token', refresh_token: String(token), ...more })

/** Signs a user in at a client. @returns the tokens. */
export async function obtainTokens(browser: TestBrowser, client: TestClient, more: Params = {}): Promise<Heard['body']> {
  const heard = await exchange(client, await obtainCode(browser, client, more))
  if (heard.status !== 200) throw new Error(`no tokens: ${JSON.stringify(heard.body)}`)
  return heard.body
}
