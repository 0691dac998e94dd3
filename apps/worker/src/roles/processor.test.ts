import { tables } from '@gateway/db/tables'
import { listPauses } from '@gateway/operations/custody/pauses/pause-payouts'
import { openHighWaterFile } from '@gateway/operations/custody/recovery/high-water-file'
import { objectsOf, paidCard, refund } from '@gateway/operations/testing/card-money'
import { liftPause } from '@gateway/operations/testing/test-approvals'
import { type CardShop, closeCardShop, openCardShop } from '@gateway/operations/testing/test-cards'
import { runFolder } from '@gateway/testing/run-folder'
import { eventually } from '@gateway/testing/wait'
import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { openDeps, type SharedDeps } from '../deps.ts'
import { silentMetrics } from '../metrics/worker-metrics.ts'
import { type RunningRole, together } from '../running-role.ts'
import { openProcessor } from './processor.ts'

const file = join(runFolder(), `processor-${randomUUID()}`)
const deciding = { PROCESSOR_DECISION_KEY: '0a'.repeat(32), PROCESSOR_SEQUENCE_FILE: file }
const sealing = generateKeyPairSync('x25519').publicKey.export({ format: 'der', type: 'spki' }).toString('base64')

let shop: CardShop
const opened: SharedDeps[] = []
beforeAll(async () => {
  shop = await openCardShop()
  await shop.onboard()
})
afterAll(async () => {
  await Promise.all(opened.map((deps) => deps.close()))
  await closeCardShop(shop)
})

const db = () => tables(shop.ctx.orm.em.fork())

/** A process of the role alone, with keys of the double. */
async function processWith(settings: Readonly<Record<string, string>>): Promise<RunningRole> {
  const config = readConfig({
    DATABASE_URL: String(shop.ctx.orm.config.get('clientUrl')),
    CHAINS: 'BTC',
    BTC_NETWORK: 'regtest',
    PUBLIC_BASE_URL: shop.ctx.publicUrl,
    TEMPORAL_ADDRESS: '127.0.0.1:9',
    NODE_ENV: 'development',
    WORKER_ROLES: 'processor',
    WEBHOOK_SEALING_KEY: sealing,
    STRIPE_URL: shop.stripe.url,
    STRIPE_CHECKOUT_KEY: 'rk_test_checkout',
    STRIPE_REFUNDS_KEY: 'rk_test_refunds',
    STRIPE_TRANSFERS_KEY: 'rk_test_transfers',
    ...settings,
  })
  const deps = await openDeps(config, silentMetrics)
  opened.push(deps)
  return together(openProcessor(await deps.as('processor')))
}

/** The pauses once such a process has set one. */
async function pausesOfOne(settings: Readonly<Record<string, string>>) {
  const role = await processWith(settings)
  const running = role.run()
  await eventually('cards to be paused', async () => (await listPauses(shop.ctx)).length > 0)
  role.stop()
  await running
  return listPauses(shop.ctx)
}

test.each(Object.keys(deciding))('a process with keys of the processor does not start without %s', async (name) => {
  await expect(processWith({ ...deciding, [name]: '' })).rejects.toThrow(`${name}: is required with STRIPE_CHECKOUT_KEY`)
})

test('a process whose file knows more decisions than its database pauses cards at its start and begins no refund', async () => {
  const payment = await paidCard(shop, { amount: 2_000 })
  const hear = () => {
    throw new Error('nobody waits')
  }
  await refund({ ...shop, ctx: { ...shop.ctx, hear } }, { payment_id: payment.id }).catch(() => {})
  openHighWaterFile(file).recordAttempt(3n)
  expect(await pausesOfOne(deciding)).toEqual([
    expect.objectContaining({ scope: 'cards', pausedBy: 'processor', reason: expect.stringContaining('has made 3 decisions') }),
  ])
  const intents = await db()
    .selectFrom('processor_intent')
    .select(['purpose', 'state'])
    .where('paymentId', '=', payment.id)
    .orderBy('purpose')
    .execute()
  expect(intents).toEqual([
    { purpose: 'card_charge', state: 'final' },
    { purpose: 'card_refund', state: 'planned' },
  ])
  expect(await objectsOf(shop, 'refund')).toEqual([])
})

test('a process whose decision log lacks a row pauses cards at its start', async () => {
  await liftPause(shop.signer, 'cards')
  const count = (seq: string) => db().updateTable('decision_count').set({ seq }).where('role', '=', 'processor').execute()
  await count('1')
  const other = join(runFolder(), `processor-${randomUUID()}`)
  openHighWaterFile(other).recordAttempt(1n)
  expect(await pausesOfOne({ ...deciding, PROCESSOR_SEQUENCE_FILE: other })).toEqual([
    expect.objectContaining({ scope: 'cards', pausedBy: 'processor', reason: expect.stringContaining('record_has_a_gap at 1') }),
  ])
  await count('0')
})
