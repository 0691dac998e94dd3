import { tables } from '@gateway/db/tables'
import { systemClock } from '@gateway/operations/kernel/system-clock'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { type Heard, type Said, type Say, startTestServer, type TestServer } from '../test-server.ts'

/** The origin that the settings name. */
export const ORIGIN = 'https://gateway.test'
/** Where the test's client is sent back to. */
export const CALLBACK = 'https://shop.example/callback'
const LONGEST_CHAIN = 12
const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()

/** An API on the time of the machine, which the library goes by. */
export async function startOauthServer(): Promise<TestServer> {
  const server = await startTestServer(undefined, { default: 100_000, anonymous: 100_000 })
  Object.assign(server.api, { clock: systemClock })
  return server
}

/** An API that answers browsers and clients. */
export interface Answering {
  readonly say: Say
  /** The origin of its settings; the one of tests by default. */
  readonly origin?: string
}

/** A client that was registered. */
export interface TestClient {
  readonly server: Answering
  readonly clientId: string
  readonly secret: string
}

/** Registers a client of a new merchant. */
export async function registerClient(server: TestServer, more: Readonly<Record<string, unknown>> = {}): Promise<TestClient> {
  const secret = randomBytes(32).toString('base64url')
  const clientId = `client_${randomBytes(12).toString('hex')}`
  const now = new Date()
  const em = server.api.orm.em.fork()
  const owner = await tables(em).selectFrom('merchant').select('id').limit(1).executeTakeFirstOrThrow()
  const row = {
    id: randomUUID(),
    merchantId: owner.id,
    clientId,
    name: 'Ledgerline',
    description: null,
    redirectUris: [CALLBACK],
    postLogoutRedirectUris: ['https://shop.example/bye'],
    scopes: ['openid' as const, 'email' as const, 'profile' as const, 'payments' as const],
    isPublic: false,
    secretDigest: sha256(secret),
    previousSecretDigest: null,
    previousValidUntil: null,
    createdAt: now,
    updatedAt: now,
    ...more,
  }
  await tables(em).insertInto('oauth_client').values(row).execute()
  return { server, clientId, secret }
}

/** Proof Key for Code Exchange (RFC 7636). */
export function newVerifier() {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: sha256(verifier).toString('base64url') }
}

/** Parameters of a request, or an answer, by name. */
export type Params = Readonly<Record<string, string>>

/** A browser with cookies, whose user can be signed in to the portal. */
export function openBrowser({ say: ask, origin = ORIGIN }: Answering) {
  const jar = new Map<string, string>()
  const keep = (heard: Heard): Heard => {
    for (const line of heard.headers['set-cookie'] ?? []) {
      const [pair = ''] = line.split(';')
      const mark = pair.indexOf('=')
      if (/expires=Thu, 01 Jan 1970|Max-Age=0/i.test(line)) jar.delete(pair.slice(0, mark))
      else jar.set(pair.slice(0, mark), pair.slice(mark + 1))
    }
    return heard
  }
  const say = async (method: string, path: string, { headers, ...said }: Said = {}): Promise<Heard> => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    return keep(await ask(method, path, { ...said, headers: { ...(cookie && { cookie }), accept: 'text/html', ...headers } }))
  }
  const portal = (name: string, body?: unknown) =>
    say('POST', `/trpc/accounts.portal.${name}`, { body, headers: { 'sec-fetch-site': 'same-origin', origin } })
  /** Follows redirects within the gateway. @returns the first answer that leads elsewhere, to the sign-in, or nowhere. */
  const follow = async (path: string): Promise<Heard> => {
    let heard = await say('GET', path, { headers: { 'sec-fetch-site': 'cross-site' } })
    for (let hops = 0; hops < LONGEST_CHAIN; hops += 1) {
      const next = ownPath(heard, origin)
      if (next === undefined) return heard
      heard = await say('GET', next, { headers: { 'sec-fetch-site': 'cross-site' } })
    }
    throw new Error('the redirects do not end')
  }
  /** Presses a button of the form of a page. */
  const press = async (page: Heard, answer: string): Promise<Heard> => {
    const heard = await say('POST', actionOf(page), formOf({ token: tokenOf(page), answer }, { 'sec-fetch-site': 'same-origin' }))
    const next = ownPath(heard, origin)
    return next === undefined ? heard : follow(next)
  }
  return { jar, say, portal, follow, press }
}

/** A browser of a test. */
export type TestBrowser = ReturnType<typeof openBrowser>

/** Where the form of a page is sent. */
export const actionOf = ({ bytes }: Heard): string => /<form[^>]* action="([^"]+)"/.exec(bytes.toString())?.[1] ?? ''

/** The token of the form of a page. */
export const tokenOf = ({ bytes }: Heard): string => /name="token" value="([^"]+)"/.exec(bytes.toString())?.[1] ?? ''

/** A form as a request. */
export const formOf = (fields: Params, headers: Params = {}): Said => ({
  body: new URLSearchParams(fields).toString(),
  headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
})

function ownPath({ status, headers }: Heard, origin: string): string | undefined {
  const { location } = headers
  if (status !== 303 || location === undefined || location.startsWith('/dashboard/')) return undefined
  const place = new URL(location, origin)
  return place.origin === origin ? place.pathname + place.search : undefined
}

/** What an answer sends back to the client, in the query or in the fragment. */
export function backOf({ headers }: Heard): Params {
  const { searchParams, hash } = new URL(headers.location ?? 'about:blank')
  return Object.fromEntries([...searchParams, ...new URLSearchParams(hash.slice(1))])
}
