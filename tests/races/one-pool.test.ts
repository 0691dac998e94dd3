import { openOrm } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { plans } from '@gateway/domain/businesses/plan'
import { AddressUnavailable } from '@gateway/domain/custody/errors'
import { CreatePaymentInput } from '@gateway/contract/payment-inputs'
import type { ApiContext } from '@gateway/operations/kernel/context'
import { createPayment } from '@gateway/operations/payments/creation/create-payment'
import { closeShop, openShop, type TestShop } from '@gateway/operations/testing/test-shop'
import { expect, test } from 'vitest'
import { raceFrom } from './barrier.ts'
import { rounds } from '../support/rounds.ts'

const APIS = 8
const CREATIONS = 500
// Creations do not wait for the signer, so a rejected creation was not stored.
const unpinned = { awaitPin: async () => 'missing' as const }
/** Fewer than the creations, so that every round also exhausts the pool. */
const ADDRESSES = 460

test(`R10: ${CREATIONS} creations by ${APIS} APIs on one pool get distinct addresses, or are rejected when it is empty; ${rounds} rounds`, async () => {
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
/** An empty pool, or no connection within five seconds: the API answers both with 503, and a retry may succeed. */
const isForNow = (reason: unknown): boolean => [EMPTY, 'Error: timeout exceeded when trying to connect'].includes(String(reason))

/** Starts all creations at once; returns payments, rejections and claimed addresses. */
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
  // A batch that could not be served whole returns its addresses, which a retry gets.
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
