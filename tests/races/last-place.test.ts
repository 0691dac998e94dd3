import { refusalOf } from '@gateway/api/http/errors/errors'
import { CreatePaymentInput } from '@gateway/contract/payment-inputs'
import type { Orm } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { plans } from '@gateway/domain/businesses/plan'
import type { ApiContext } from '@gateway/operations/kernel/context'
import { createPayment } from '@gateway/operations/payments/creation/create-payment'
import { closeShop, openShop, type TestShop } from '@gateway/operations/testing/test-shop'
import { eventually } from '@gateway/testing/wait'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openOrmWithLongTimeouts } from '../support/orm-with-long-timeouts.ts'

const QUOTA = 2
// Creations do not wait for the signer: the test is about the plan.
const unpinned = { awaitPin: async () => 'missing' as const }

let shop: TestShop
let one: Orm
let other: Orm
beforeEach(async () => {
  shop = await openShop({ ...unpinned, plans: { ...plans, starter: { ...plans.starter, monthlyTransactions: QUOTA } } }, 0)
  const url = String(shop.ctx.orm.config.get('clientUrl'))
  one = await openOrmWithLongTimeouts({ url, poolSize: 3 })
  other = await openOrmWithLongTimeouts({ url, poolSize: 3 })
  for (let place = 1; place < QUOTA; place++) await ask(shop.ctx)
})
afterEach(async () => {
  await one.close()
  await other.close()
  await closeShop(shop)
})

const ask = (api: ApiContext) =>
  createPayment(api, {
    actor: shop.actor,
    terms: CreatePaymentInput.parse({ business_id: shop.businessId, blockchain: 'USDC_ETH', amount: 60 }),
  })

/** The status and usage of a response: 201, or a rejection. */
const heard = (asked: ReturnType<typeof ask>) =>
  asked.then(
    ({ usage }) => [201, usage],
    (error: unknown) => {
      const { status, usage } = refusalOf(error, shop.ctx.clock.now())
      return [status, usage]
    },
  )

/** True once a session waits for the usage counter. */
const waitsForTheCount = async (): Promise<boolean> => {
  const waiting = `SELECT pid FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%usage_counter%'`
  return (await other.em.fork().getConnection().execute<unknown[]>(waiting)).length === 1
}

/** Committed counts. */
async function stored() {
  const db = tables(other.em.fork())
  const { current } = await db.selectFrom('usage_counter').select('current').executeTakeFirstOrThrow()
  return { counted: current, payments: (await db.selectFrom('payment').select('id').execute()).length }
}

/** One API counts the last place and keeps its transaction open until the other waits for it; then it calls `end`. */
async function raceForTheLastPlace(end: () => void) {
  let second: ReturnType<typeof heard> | undefined
  const seen: unknown[] = []
  const failpoint: ApiContext['failpoint'] = async (name) => {
    if (name !== 'beforeCreateCommit') return
    second = heard(ask({ ...shop.ctx, orm: other }))
    await eventually('the other API to wait for the last place', waitsForTheCount)
    seen.push(await stored())
    end()
  }
  const first = await heard(ask({ ...shop.ctx, orm: one, failpoint }))
  return { first, second: await second, seen }
}

const made = [201, { current: QUOTA, limit: QUOTA, remaining: 0 }]
const refused = [429, { current: QUOTA, limit: QUOTA, remaining: 0 }]
const open = { counted: QUOTA - 1, payments: QUOTA - 1 }

test('R8: a creation that waits for the last place of a plan is rejected with the usage once the place is taken', async () => {
  expect(await raceForTheLastPlace(() => {})).toEqual({ first: made, second: refused, seen: [open] })
  expect(await stored()).toEqual({ counted: QUOTA, payments: QUOTA })
})

test('R8: a creation that waits for the last place of a plan gets it when the earlier creation fails', async () => {
  const fail = (): never => {
    throw new Error('the first API stops')
  }
  expect(await raceForTheLastPlace(fail)).toEqual({ first: [500, undefined], second: made, seen: [open] })
  expect(await stored()).toEqual({ counted: QUOTA, payments: QUOTA })
})
