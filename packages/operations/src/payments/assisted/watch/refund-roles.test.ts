import { openOrm, type Orm } from '@gateway/db/orm'
import { type DatabaseRole, loginAs } from '@gateway/db/roles'
import { tables } from '@gateway/db/tables'
import type { Payment } from '@gateway/domain/payments/payment'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { watchedRefundsOf } from '../../../testing/test-watched-refunds.ts'
import { openChain, output, type TestChain, txOf } from '../../../testing/test-chain.ts'
import { PAYER } from '../../../testing/test-refunds.ts'
import { closeShop, openShop, type TestShop } from '../../../testing/test-shop.ts'
import { refundWatcher } from './refund-watcher.ts'

const RECEIVED = 1_000_000n
const EMAIL = '00000000-0000-4000-8000-0000000000e1'

let shop: TestShop
let api: Pick<TestShop, 'ctx'>
let scanner: Pick<TestShop, 'ctx'>
let btc: TestChain
let payment: Payment
const logins: Orm[] = []
beforeAll(async () => {
  shop = await openShop({}, 4)
  api = { ctx: { ...shop.ctx, orm: await loginOf('api') } }
  scanner = { ctx: { ...shop.ctx, orm: await loginOf('chain') } }
  btc = await openChain(scanner.ctx, 'BTC')
  payment = await shop.ask({ amount: 600, blockchain: 'BTC' })
  await btc.mine({ transfers: [output(payment.address, RECEIVED, { tx: 1 })] })
  await btc.mineEmpty(1)
})
afterAll(async () => {
  await Promise.all(logins.map((orm) => orm.close()))
  await closeShop(shop)
})

const { start, stands, name } = watchedRefundsOf(() => api)

async function loginOf(role: DatabaseRole): Promise<Orm> {
  const orm = await openOrm({ url: loginAs(role, String(shop.ctx.orm.config.get('clientUrl'))), poolSize: 4 })
  logins.push(orm)
  return orm
}

const owner = () => tables(shop.ctx.orm.em.fork())

/** An e-mail that tells the payer of the arrival, as it is queued when a refund starts. */
async function queueArrival(refundId: string): Promise<void> {
  const [now, later] = [shop.ctx.clock.now(), new Date(shop.ctx.clock.now().getTime() + 1e9)]
  await sql`INSERT INTO email (id, merchant_id, kind, sealed, created_at, due_at, useful_until, next_attempt_at, attempts)
    SELECT ${EMAIL}, merchant_id, 'refund_arrived', 'x', ${now}::timestamptz, ${later}::timestamptz, ${later}::timestamptz, ${later}::timestamptz, 0
    FROM payment WHERE id = ${payment.id}`.execute(owner())
  await sql`UPDATE assisted_refund SET arrival_email_id = ${EMAIL} WHERE id = ${refundId}`.execute(owner())
}

test('a refund is started by the api’s user and counted by the chain’s user, each with its own rights', async () => {
  const id = await start(payment, RECEIVED / 2n, PAYER)
  await queueArrival(id)
  await btc.mine({ transfers: [output(PAYER, 100_000n, { tx: 10 })] })
  await btc.rollBack()
  await btc.mine({ transfers: [output(PAYER, 100_000n, { tx: 10 })] })
  shop.ctx.clock.advance(1_000)
  const { height } = await btc.mine({ transfers: [output(PAYER, 400_000n, { tx: 11 })] })
  await name(id, txOf(11))
  await name(id, txOf(12))
  await refundWatcher.findNamed(scanner.ctx, { ...btc, height })
  await btc.mineEmpty(1)
  expect(await stands(id)).toEqual(['refunded', RECEIVED / 2n])
  const email = await owner().selectFrom('email').select(['dueAt', 'nextAttemptAt']).where('id', '=', EMAIL).executeTakeFirstOrThrow()
  expect(email).toEqual({ dueAt: shop.ctx.clock.now(), nextAttemptAt: shop.ctx.clock.now() })
})

test.each([
  [
    `INSERT INTO refund_transfer (chain, ref, refund_id, tx_id, watch_key, asset, units, state, height, block_hash, arrived_at)
      SELECT 'BTC', 'forged', id, 'forged', watch_key, 'BTC', 1, 'final', 1, 'forged', now() FROM assisted_refund`,
    'permission denied',
  ],
  ["UPDATE refund_transfer SET state = 'final'", 'permission denied'],
  [
    `INSERT INTO assisted_refund (id, payment_id, business_id, chain, asset, units, fiat_minor, rate, state, offered_by, offered_at, offer_ends_at,
        token_hash, pay_token_hash, paid_units)
      SELECT gen_random_uuid(), payment_id, business_id, chain, asset, 1000, 1, rate, 'offered', offered_by, offered_at, offer_ends_at,
        sha256('forged'), sha256('forged'), 1000 FROM assisted_refund LIMIT 1`,
    'begins unpaid',
  ],
  ['UPDATE assisted_refund SET paid_units = units', 'permission denied'],
  ['UPDATE assisted_refund SET asks = false', 'permission denied'],
  ["UPDATE assisted_refund SET state = 'paying' WHERE state = 'named'", 'moved by what blocks show'],
  ["UPDATE assisted_refund SET address = 'elsewhere', watch_key = 'elsewhere'", 'stays as it is'],
  ["UPDATE assisted_refund SET named_at = named_at - interval '1 year'", 'stays as it is'],
  ['UPDATE payment SET refunded_units = received_units', 'permission denied'],
])('an attacker with the api’s user refunds nothing by %s', async (statement, refused) => {
  const id = await start(payment, RECEIVED / 10n, PAYER)
  await expect(sql.raw(`${statement}`).execute(tables(api.ctx.orm.em.fork()))).rejects.toThrow(refused)
  expect(await stands(id)).toEqual(['named', 0n])
  await owner()
    .updateTable('assisted_refund')
    .set({ state: 'cancelled', endedAt: shop.ctx.clock.now() } as object)
    .where('id', '=', id)
    .execute()
})
