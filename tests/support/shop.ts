import type { DevnetChain } from '@gateway/devnet/chains'
import { call, CallRefused, type ShownPayment } from '@gateway/scripts/demo/client'
import { type Receiver, startReceiver } from '@gateway/scripts/demo/receiver'
import { eventually } from '@gateway/testing/wait'
import { randomBytes } from 'node:crypto'
import { expect } from 'vitest'

/** What a merchant signs in with. */
export interface Merchant {
  readonly api: string
  readonly email: string
  readonly password: string
}

/** A merchant with one business, its API key, and a server for its webhooks. */
export interface Shop extends Merchant {
  readonly key: string
  readonly token: string
  readonly businessId: string
  readonly wallets: Readonly<Record<DevnetChain, string>>
  readonly receiver: Receiver
  /** Creates a payment. */
  ask(terms: { blockchain: string; amount?: number }): Promise<ShownPayment>
  read(id: string): Promise<ShownPayment>
  /** Waits until a payment has a status (or `until` accepts it). */
  reaches(id: string, until: string | ((payment: ShownPayment) => boolean)): Promise<ShownPayment>
  /** Names of the webhooks received for a payment, in sequence order, without repeats. */
  events(id: string): string[]
  /** Waits for as many webhooks of a payment as are named; they must be these. Updates count only if they are named. */
  hears(id: string, names: readonly string[]): Promise<void>
}

const UPDATED = 'payment.updated'

/** An e-mail address and a password that nobody has used. */
export const newCredentials = (): Pick<Merchant, 'email' | 'password'> => ({
  email: `shop-${randomBytes(6).toString('hex')}@example.com`,
  password: randomBytes(12).toString('hex'),
})

/** Undefined while a node does not answer, which on a busy machine it may not for a moment. */
const openBusiness = (api: string, { token: key, terms: body }: { token: string; terms: Readonly<Record<string, unknown>> }) =>
  call<{ id: string; api_key: string; webhook_secret: string }>(api, { path: '/businesses', key, body }).catch((error: unknown) => {
    if (error instanceof CallRefused && error.code === 'CHAIN_UNAVAILABLE') return undefined
    throw error
  })

/** Registers a merchant and opens a shop that gets every event. */
export async function openShop(api: string, wallets: Shop['wallets'], extra: Readonly<Record<string, unknown>> = {}): Promise<Shop> {
  const receiver = await startReceiver()
  const credentials = newCredentials()
  const { token } = await call<{ token: string }>(api, { path: '/auth/register', body: credentials })
  const terms = { name: 'Story shop', walletAddresses: wallets, webhook_url: receiver.url, webhook_events: ['*'], ...extra }
  const business = await eventually('every chain to say that the addresses are wallets', () => openBusiness(api, { token, terms }))
  receiver.secret = business.webhook_secret
  const key = business.api_key
  const events = (id: string): string[] => {
    const bySequence = new Map(receiver.received.filter((event) => event.paymentId === id).map((event) => [event.sequence, event.type]))
    return [...bySequence].toSorted(([a], [b]) => a - b).map(([, type]) => type)
  }
  const read = async (id: string) => (await call<{ payment: ShownPayment }>(api, { path: `/payments/${id}`, key })).payment
  return {
    api,
    ...credentials,
    key,
    token,
    businessId: business.id,
    wallets,
    receiver,
    read,
    ask: async ({ blockchain, amount = 25 }) =>
      (await call<{ payment: ShownPayment }>(api, { path: '/payments/create', key, body: { amount, currency: 'USD', blockchain } }))
        .payment,
    reaches: (id, until) => {
      const accepts = typeof until === 'string' ? (payment: ShownPayment) => payment.status === until : until
      const what = `payment ${id} to reach ${typeof until === 'string' ? until : 'the awaited state'}`
      return untilShows(what, () => read(id), accepts)
    },
    events,
    async hears(id, names) {
      const wanted = () => events(id).filter((name) => name !== UPDATED || names.includes(UPDATED))
      await eventually(`the webhooks of payment ${id}`, async () => wanted().length >= names.length)
      expect(wanted()).toEqual(names)
    },
  }
}

/** Waits until what is read is accepted; a failure tells what it showed last. */
export function untilShows<Shown>(what: string, read: () => Promise<Shown>, accepts: (shown: Shown) => boolean): Promise<Shown> {
  let last: Shown | undefined
  const awaited = eventually(what, async () => {
    last = await read()
    return accepts(last) && last
  })
  return awaited.catch((error: unknown) => {
    throw new Error(`${String(error)}; it shows ${JSON.stringify(last)}`, { cause: error })
  })
}
