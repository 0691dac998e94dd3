import { openOrm } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { plans } from '@gateway/domain/businesses/plan'
import { AddressUnavailable } from '@gateway/domain/custody/errors'
import { CreatePaymentInput } from '@gateway/contract/payments'
import type { ApiContext } from '@gateway/operations/kernel/context'
import { createPayment } from '@gateway/operations/payments/create-payment'
import { closeShop, openShop, type TestShop } from '@gateway/operations/testing/test-shop'
import { expect, test } from 'vitest'
import { raceFrom } from './barrier.ts'
import { rounds } from '../support/rounds.ts'

const APIS = 8
const CREATIONS = 500
// Nobody waits for the signer: a creation that is refused was not made.
const unpinned = { awaitPin: async () => 'missing' as const }
/** Fewer than are asked for, so that every round also finds the pool empty. */
const ADDRESSES = 460

test(`R10: ${CREATIONS} creations by ${APIS} apis on one pool get an address each, or are refused when it is empty; ${rounds} rounds`, async () => {
  for (let round = 0; round < rounds; round++) {
    const { created, refusals, claims } = await runRound()
    expect(created).toHaveLength(ADDRESSES)
    expect(new Set(created.map(({ address }) => address)).size).toBe(ADDRESSES)
    expect(refusals.filter((reason) => !isForNow(reason))).toEqual([])
    expect(refusals.length).toBeGreaterThanOrEqual(CREATIONS - ADDRESSES)
    expect(claims).toEqual(new Map(created.map(({ address, id }) => [address, id])))
  }
})

const EMPTY = String(new AddressUnavailable('BTC', 'the pool is empty'))
/** An empty pool, or no connection within five seconds: the api answers both with 503, and whoever asks again may be served. */
const isForNow = (reason: unknown): boolean => [EMPTY, 'Error: timeout exceeded when trying to connect'].includes(String(reason))

/** Lets everybody go at once; what was created, what was refused, and who has which address. */
async function runRound() {
  const shop = await openShop({ ...unpinned, plans: { ...plans, starter: plans.professional } }, ADDRESSES)
  const url = String(shop.ctx.orm.config.get('clientUrl'))
  const orms = await Promise.all(Array.from({ length: APIS }, () => openOrm({ url, poolSize: 3 })))
  const apis = orms.map((orm): ApiContext => ({ ...shop.ctx, orm }))
  const asked = Array.from({ length: CREATIONS }, (_, turn) => apis[turn % APIS] ?? shop.ctx)
  const outcomes = await raceFrom({ url, table: 'address_pool', waiting: APIS }, () =>
    Promise.allSettled(asked.map((api) => ask(api, shop))),
  )
  await Promise.all(orms.map((orm) => orm.close()))
  const created = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
  const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []))
  // Addresses that were given back by a group that could not be served whole are there for whoever asks again.
  while (created.length < ADDRESSES) created.push(await ask(shop.ctx, shop))
  refusals.push(await ask(shop.ctx, shop).catch((reason: unknown) => reason))
  const claims = await tables(shop.ctx.orm.em.fork()).selectFrom('address_pool').select(['address', 'claimedBy']).execute()
  await closeShop(shop)
  return { created, refusals, claims: new Map(claims.map(({ address, claimedBy }) => [address, claimedBy])) }
}

const ask = async (api: ApiContext, { actor, businessId }: TestShop) => {
  const terms = CreatePaymentInput.parse({ business_id: businessId, blockchain: 'BTC', amount: 60 })
  return (await createPayment(api, { actor, terms })).facts.payment
}
