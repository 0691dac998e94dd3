import { openOrm } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { CreatePaymentInput } from '@gateway/contract/payment-inputs'
import { IdempotencyInFlight, IdempotencyMismatch } from '@gateway/domain/kernel/repeat'
import type { ApiContext } from '@gateway/operations/kernel/context'
import { answerOnce, storeShown } from '@gateway/operations/idempotency/idempotency-keys'
import { createPayment } from '@gateway/operations/payments/creation/create-payment'
import type { CreatedPayment } from '@gateway/operations/payments/creation/open-payment'
import { closeShop, openShop, type TestShop } from '@gateway/operations/testing/test-shop'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rounds } from '../support/rounds.ts'
import { raceFrom } from './barrier.ts'

const APIS = 4
const CALLS = 100

let shop: TestShop
beforeAll(async () => {
  // Losing calls hold an address for a moment.
  shop = await openShop({}, rounds + APIS)
})
afterAll(() => closeShop(shop))

test(`R9: ${CALLS} calls with one idempotency key to ${APIS} APIs create one payment with one address, counted once`, async () => {
  const url = String(shop.ctx.orm.config.get('clientUrl'))
  const orms = await Promise.all(Array.from({ length: APIS }, () => openOrm({ url, poolSize: 3 })))
  const apis = orms.map((orm): ApiContext => ({ ...shop.ctx, orm }))
  for (let round = 1; round <= rounds; round++) {
    const order = `order-${round}`
    const outcomes = await raceFrom({ url, table: 'idempotency_record', waiting: APIS }, () =>
      Promise.allSettled(Array.from({ length: CALLS }, (_, turn) => ask(apis[turn % APIS] ?? shop.ctx, order))),
    )
    const made = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
    const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []))
    expect(new Set(made.map(({ answer }) => answer.id)).size).toBe(1)
    expect(made.filter(({ isReplay }) => !isReplay)).toHaveLength(1)
    expect(refusals.filter((reason) => !(reason instanceof IdempotencyInFlight))).toEqual([])
    expect(await rows()).toEqual({ payments: round, counted: round, addresses: round })
    await expect(ask(shop.ctx, order, 61)).rejects.toThrow(IdempotencyMismatch)
  }
  await Promise.all(orms.map((orm) => orm.close()))
})

const ask = (api: ApiContext, order: string, amount = 60) =>
  answerOnce<{ id: string }>(
    api,
    { caller: 'key:shop', operation: 'payments.create', key: order, body: { amount } },
    {
      first: async (keep) => {
        const terms = CreatePaymentInput.parse({ business_id: shop.businessId, blockchain: 'BTC', amount })
        const made = await createPayment(api, { actor: shop.actor, terms, keep: keep && storeShown(keep, idOf) })
        return idOf(made)
      },
    },
  )

const idOf = ({ facts }: CreatedPayment) => ({ id: facts.payment.id })

async function rows() {
  const db = tables(shop.ctx.orm.em.fork())
  const claimed = await db.selectFrom('address_pool').select('address').where('claimedBy', 'is not', null).execute()
  const counters = await db.selectFrom('usage_counter').select('current').execute()
  const payments = await db.selectFrom('payment').select('id').execute()
  return { payments: payments.length, counted: counters.reduce((sum, { current }) => sum + current, 0), addresses: claimed.length }
}
