import { listen } from '@gateway/db/kernel/listen'
import { tables } from '@gateway/db/tables'
import type { Log } from '@gateway/operations/kernel/context'
import { signPoolAddress } from '@gateway/operations/custody/address-pool/pool-signature'
import { type TestApiContext, testApiContext } from '@gateway/operations/testing/test-context'
import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { Agent, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { type ConnectionLimits, connectionLimits } from './http/connections/connection-limits.ts'
import type { ServedRequest } from './http/log-request.ts'
import { rangeOf } from './http/limits/client-address.ts'
import { defaultLimits, type Limits } from './http/limits/limits.ts'
import { createPaymentStreams, type PaymentStreams } from './http/streams/payment-streams.ts'
import { openProvider } from '@gateway/operations/oauth/provider/open-provider'
import { providerPages } from './oauth/provider-pages.ts'
import { createLimiter } from './http/limits/rate-limit.ts'
import { type StreamLimits, streamLimits } from './http/streams/stream-limits.ts'
import { createApiServer } from './server.ts'
import { sayTo } from './test-say.ts'

/** A complete answer. `body` is its JSON, empty when it is none or compressed. */
export interface Heard {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly bytes: Buffer
  readonly body: Readonly<Record<string, unknown>>
}

/** A request of a test; a body other than text is sent as JSON. */
export interface Said {
  readonly headers?: Readonly<Record<string, string | string[]>>
  readonly body?: unknown
  readonly key?: string
}

/** Sends one request and hears any answer; a redirect is an answer. */
export type Say = (method: string, path: string, said?: Said) => Promise<Heard>

/** A listening API on its own database. */
export interface TestServer {
  readonly api: TestApiContext
  readonly streams: PaymentStreams
  readonly port: number
  /** Fields and messages of every log line. */
  readonly logged: { readonly fields: Readonly<Record<string, unknown>>; readonly message: string }[]
  /** Requests that were answered, or whose client disconnected before. */
  readonly served: ServedRequest[]
  /** Number of connected clients. */
  countConnections(): Promise<number>
  readonly say: Say
  close(): Promise<void>
}

/** The test merchant's Bitcoin wallet (the program of BIP-173's example, on regtest). */
export const MERCHANT_BTC = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'
/** The test merchant's Ethereum wallet (an example of EIP-55). */
export const MERCHANT_ETH = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'

/** The refund hold of the test server. */
export const REFUND_HOLD_HOURS = 48

/** Signs the events of the card processor. */
export const PROCESSOR_SECRET = 'whsec_of_the_test_server'

const SETTINGS = { trustedProxies: [rangeOf('127.0.0.1')], refundHoldHours: REFUND_HOLD_HOURS, processorSecrets: [PROCESSOR_SECRET] }

const PLATFORM = {
  BTC: ['bcrt1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qzf4jry'],
  ETH: ['0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB'],
}

/** Test options of the server and its database. */
interface TestWishes {
  readonly connections?: Partial<ConnectionLimits>
  readonly streams?: Partial<StreamLimits>
  readonly database?: Parameters<typeof testApiContext>[1]
  /** Folder of the start page of `npm run dev`. */
  readonly startFolder?: string
  /** Folder of the built portal. */
  readonly portalFolder?: string
  /** Further Bitcoin addresses of the pool. */
  readonly pool?: readonly string[]
}

/** Starts the API as in production, with Temporal answering or not by `workflows`. */
export async function startTestServer(
  workflows: () => Promise<unknown> = async () => {},
  limits: Partial<Limits> = {},
  wishes: TestWishes = {},
): Promise<TestServer> {
  const logged: TestServer['logged'] = []
  const served: TestServer['served'] = []
  const api = await openContext(logInto(logged), wishes)
  const news = listen(String(api.orm.config.get('clientUrl')), ['payment'])
  const streams = createPaymentStreams(api, news, { ...streamLimits, ...wishes.streams })
  const limiter = createLimiter(api, { ...defaultLimits, ...limits })
  // The same object, so that a test that replaces a part of it replaces it for the server too.
  const server = createApiServer(Object.assign(api, { limiter, streams, ...providerOf(api), ...SETTINGS }), workflows, {
    observe: (request) => void served.push(request),
    // A busy test machine may pause for longer than a stream may take to begin.
    limits: { ...connectionLimits, streamMs: connectionLimits.answerMs, ...wishes.connections },
    startFolder: wishes.startFolder,
    portalFolder: wishes.portalFolder,
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const agent = new Agent({ keepAlive: true })
  return {
    api,
    streams,
    port,
    logged,
    served,
    countConnections: () => promisify(server.getConnections.bind(server))(),
    say: sayTo({ port, agent }),
    close: async () => {
      limiter.close()
      streams.close()
      await news.close()
      agent.destroy()
      server.close()
      server.closeAllConnections()
      await api.close()
    },
  }
}

const providerOf = (api: TestApiContext) => ({ openid: openProvider(api, providerPages) })

function logInto(logged: TestServer['logged']): Log {
  const note = (fields: Readonly<Record<string, unknown>>, message: string) => void logged.push({ fields, message })
  return { info: note, warn: note, error: note }
}

const DECIDER = '0xF278cF59F82eDcf871d630F28EcC8056f25C1cdb'

/** The context of the API, with addresses in its pool. */
async function openContext(log: Log, { database, pool: further = [] }: TestWishes): Promise<TestApiContext> {
  const pool = generateKeyPairSync('ed25519')
  const custody = { deploymentId: 'test', poolPublicKey: pool.publicKey, platformAddresses: PLATFORM, deciderAddresses: { ETH: DECIDER } }
  const api = await testApiContext({ custody, log }, database)
  await fillPool(api, pool.privateKey, further)
  return api
}

type PoolKey = Parameters<typeof signPoolAddress>[1]

/** Pool addresses as left by the signer: signed and unclaimed. */
async function fillPool(api: TestApiContext, privateKey: PoolKey, further: readonly string[]): Promise<void> {
  const addresses = [
    'bcrt1q0xcqpzrky6eff2g52qdye53xkk9jxkvrh6yhyw',
    'bcrt1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqdku202',
    'bcrt1qg9stkxrszkdqsuj92lm4c7akvk36zvhqw7p6ck',
    ...further,
  ]
  const rows = addresses.map((address, idx) => {
    const terms = { chain: 'BTC' as const, generation: 0, idx, address }
    return { ...terms, sig: signPoolAddress({ ...terms, deploymentId: 'test', network: 'regtest' }, privateKey), claimedBy: null }
  })
  await tables(api.orm.em.fork()).insertInto('address_pool').values(rows).execute()
}

let merchants = 0

/** A new merchant with a business and both wallets: the token, the business and its API key. */
export async function openShop(server: TestServer, more: Readonly<Record<string, unknown>> = {}) {
  const account = { email: `merchant-${++merchants}@shop.example`, password: 'correct horse battery staple' }
  const { body: signedIn } = await server.say('POST', '/api/auth/register', { body: account })
  const token = String(signedIn['token'])
  const confirmed = tables(server.api.orm.em.fork()).updateTable('merchant').set({ emailVerifiedAt: server.api.clock.now() })
  await confirmed.where('email', '=', account.email).execute()
  const walletAddresses = { BTC: MERCHANT_BTC, ETH: MERCHANT_ETH }
  const { body } = await server.say('POST', '/api/businesses', {
    key: token,
    body: { name: 'Blue Bottle Books', walletAddresses, ...more },
  })
  return { account, token, businessId: String(body['id']), key: String(body['api_key']), created: body }
}
