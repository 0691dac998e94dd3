import { CreatePaymentInput } from '@gateway/contract/payment-inputs'
import { openOrm } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { UsageLimitExceeded } from '@gateway/domain/businesses/errors'
import type { ApiContext } from '@gateway/operations/kernel/context'
import { createPayment } from '@gateway/operations/payments/creation/create-payment'
import { closeShop, openShop } from '@gateway/operations/testing/test-shop'
import { expect, test } from 'vitest'
import { rounds } from '../support/rounds.ts'
import { raceFrom } from './barrier.ts'

const APIS = 4
const CREATIONS = 1_000
const QUOTA = 100
const NO_CONNECTION = 'timeout exceeded when trying to connect'
// Creations do not wait for the signer, so a rejected creation was not stored.
const unpinned = { awaitPin: async () => 'missing' as const }

test(`R8: exactly ${QUOTA} of ${CREATIONS} creations by ${APIS} APIs succeed on a quota of ${QUOTA}, and the others get the usage`, async () => {
  for (let round = 0; round < rounds; round++) {
    const { made, refusals, counted, stored } = await runRound()
    expect(made).toBe(QUOTA)
    expect(refusals).toHaveLength(CREATIONS - QUOTA)
    expect(new Set(refusals.map((usage) => JSON.stringify(usage)))).toEqual(
      new Set([JSON.stringify({ current: QUOTA, limit: QUOTA, remaining: 0 })]),
    )
    expect([counted, stored]).toEqual([QUOTA, QUOTA])
  }
})

/** Starts all creations at once. @throws the reason of a rejection other than the quota. */
async function runRound() {
  const shop = await openShop(unpinned)
  const url = String(shop.ctx.orm.config.get('clientUrl'))
  const orms = await Promise.all(Array.from({ length: APIS }, () => openOrm({ url, poolSize: 3 })))
  const apis = orms.map((orm): ApiContext => ({ ...shop.ctx, orm }))
  const terms = CreatePaymentInput.parse({ business_id: shop.businessId, blockchain: 'USDC_ETH', amount: 60 })
  const ask = (api: ApiContext) =>
    createPayment(api, { actor: shop.actor, terms }).then(
      () => 'made' as const,
      (reason: unknown) => reason,
    )
  const answers = await raceFrom({ url, table: 'usage_counter', waiting: APIS }, () =>
    Promise.all(Array.from({ length: CREATIONS }, (_, turn) => ask(apis[turn % APIS] ?? shop.ctx))),
  )
  // A creation that timed out waiting for a connection got a 503 and is repeated.
  for (const [turn, answer] of answers.entries()) if (String(answer).includes(NO_CONNECTION)) answers[turn] = await ask(shop.ctx)
  await Promise.all(orms.map((orm) => orm.close()))
  const refusals = answers.filter((answer) => answer !== 'made').map(usageOf)
  const db = tables(shop.ctx.orm.em.fork())
  const counter = await db.selectFrom('usage_counter').select('current').executeTakeFirstOrThrow()
  const stored = await db.selectFrom('payment').select('id').execute()
  await closeShop(shop)
  return { made: answers.length - refusals.length, refusals, counted: counter.current, stored: stored.length }
}

function usageOf(reason: unknown): UsageLimitExceeded['usage'] {
  if (reason instanceof UsageLimitExceeded) return reason.usage
  throw reason
}
