import type { Client } from '@gateway/client'
import { usagePeriod } from '@gateway/domain/businesses/plan'
import { randomBytes } from 'node:crypto'
import { installPackedClient, type PackedClient } from '../support/packed-client.ts'
import type { Shop } from '../support/shop.ts'
import { type Shared, sharedStory } from '../support/shared-story.ts'
import { type Story, STORY_QUOTA } from '../support/story.ts'
import { startCaller } from './caller.ts'
import { startHurriedApi, startTroubledApi, type TroubledApi } from './further-apis.ts'

/** A merchant who has signed up. */
export interface Merchant {
  readonly email: string
  readonly password: string
  readonly token: string
}

/** A merchant with a business and its API key. */
interface Trader extends Merchant {
  readonly businessId: string
  readonly key: string
}

/** The shared setup of all client stories. */
export interface Ground {
  readonly story: Shared
  readonly packed: PackedClient
  /** The owner of the requested objects: a shop with wallets and a receiver. */
  readonly shop: Shop
  /** Another merchant. */
  readonly thirdParty: Trader
  /** Several businesses, without wallets and receivers. */
  readonly beginner: Trader
  /** A merchant whose monthly quota is exhausted. */
  readonly soldOut: Trader
  /** A client of the packed package, in a separate program under Node 20.0. */
  readonly clientOf: (apiKey?: string) => Client
  /** A client of an API that allows one request a minute; the client does not wait. */
  readonly hurriedClientOf: (apiKey?: string) => Client
  /** The same of an API with a broken database. */
  readonly troubledClientOf: (apiKey?: string) => Client
  readonly troubled: TroubledApi
  close(): Promise<void>
}

/** Less than the shortest Retry-After, so that the client reports a rejection instead of retrying. */
const IMPATIENT_MS = 900

/** Opens a gateway, packs the client, and registers the merchants. */
export async function openGround(): Promise<Ground> {
  const [story, packed] = await Promise.all([sharedStory(), installPackedClient()])
  const ends: (() => unknown)[] = [() => story.close(), () => packed.remove()]
  const close = async (): Promise<void> => {
    for (const end of ends.toReversed()) await end()
  }
  try {
    const caller = await startCaller(packed)
    ends.push(() => caller.stop())
    const [hurried, troubled] = await Promise.all([startHurriedApi(story), startTroubledApi(story)])
    ends.push(() => Promise.all([hurried.stop(), troubled.stop()]))
    const clientsAt =
      ({ origin: baseUrl }: { origin: string }, timeout?: number) =>
      (apiKey?: string) =>
        caller.createClient({ baseUrl, apiKey, timeout })
    const clientOf = clientsAt({ origin: story.gateway.api })
    const [hurriedClientOf, troubledClientOf] = [clientsAt(hurried, IMPATIENT_MS), clientsAt(troubled, IMPATIENT_MS)]
    const [thirdParty, beginner, soldOut] = await Promise.all([newTrader(clientOf), newTrader(clientOf), newTrader(clientOf)])
    await clientOf(beginner.token).businesses.create({ name: 'Second try' })
    await sellOut(story, { clientOf, trader: soldOut })
    // The ledger check would miss the payments.
    ends.push(() => story.sql.query('DELETE FROM usage_counter WHERE business_id = $1', [soldOut.businessId]))
    const clients = { clientOf, hurriedClientOf, troubledClientOf }
    return { story, packed, troubled, shop: story.shop, ...clients, thirdParty, beginner, soldOut, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function sellOut(story: Story, { clientOf, trader }: { clientOf: Ground['clientOf']; trader: Trader }): Promise<void> {
  await clientOf(trader.token).businesses.update(trader.businessId, { wallet_addresses: story.shop.wallets })
  const counted = `INSERT INTO usage_counter (business_id, mode, period, current) VALUES ($1, 'live', $2, $3)`
  await story.sql.query(counted, [trader.businessId, usagePeriod(new Date()), STORY_QUOTA])
}

/** Registers a merchant. */
export async function newMerchant(clientOf: Ground['clientOf']): Promise<Merchant> {
  const account = { email: `ada-${randomBytes(6).toString('hex')}@shop.example`, password: 'correct horse battery staple' }
  const { token } = await clientOf().accounts.register(account)
  return { ...account, token }
}

/** Registers a merchant and opens a business with only a name. */
async function newTrader(clientOf: Ground['clientOf']): Promise<Trader> {
  const merchant = await newMerchant(clientOf)
  const { business } = await clientOf(merchant.token).businesses.create({ name: 'First try' })
  return { ...merchant, businessId: business.id, key: business.api_key }
}
