import { openOrm, type Orm } from '@gateway/db/orm'
import { loginAs } from '@gateway/db/roles'
import { tables } from '@gateway/db/tables'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeLightningShop, type LightningShop, openLightningShop, workLightning } from '../testing/test-lightning.ts'
import { guardDecisions } from '../custody/decisions/guard-decisions.ts'
import { verifyDecisions } from '../custody/decisions/verify-decisions.ts'
import { listPauses } from '../custody/pauses/pause-payouts.ts'
import { storeCap } from './figures/store-cap.ts'
import { createLightningInvoice } from './invoices/create-lightning-invoice.ts'
import { storeFunds } from './invoices/store-funds.ts'
import { sendLightning } from './sends/send-lightning.ts'
import { enableWallet } from './wallets/enable-wallet.ts'
import { registerAddress } from './wallets/register-address.ts'
import { forgetInvoiceRequests, forgetSendRequests } from './work/due-work.ts'

let shop: LightningShop
const logins: Orm[] = []
beforeAll(async () => void (shop = await openLightningShop()))
afterAll(async () => {
  await Promise.all(logins.map((orm) => orm.close()))
  await closeLightningShop(shop)
})

async function loginOf(role: 'api' | 'chain' | 'lightning'): Promise<Orm> {
  const orm = await openOrm({ url: loginAs(role, String(shop.ctx.orm.config.get('clientUrl'))), poolSize: 4 })
  logins.push(orm)
  return orm
}

test('the api asks, and the roles that have a node answer, each with the rights of its own database user', async () => {
  const roles = { payer: { ...shop.payer, orm: await loginOf('lightning') }, receiver: { ...shop.receiver, orm: await loginOf('chain') } }
  const work = () => workLightning(roles)
  const api = { ...shop.ctx, orm: await loginOf('api'), hear: work }
  const { actor } = shop
  for (const walletId of ['payer', 'payee']) await enableWallet(api, { actor, wish: { walletId } })
  await registerAddress(api, { actor, wish: { walletId: 'payee', username: 'mara' } })
  const funding = await createLightningInvoice(api, { actor, wish: { walletId: 'payer', amountSats: 5_000_000n } })
  shop.node.payFromOutside(funding.paymentHash)
  shop.ctx.clock.advance(60_000)
  await work()
  const invoice = await createLightningInvoice(api, { actor, wish: { walletId: 'payee', amountSats: 1_000_000n } })
  const failing = shop.node.foreign()
  shop.node.outcomes.set(failing.paymentHash, { kind: 'failed', reason: 'NO_ROUTE', createdAt: shop.ctx.clock.now() })
  const requests = [invoice.paymentRequest, shop.node.foreign().paymentRequest, failing.paymentRequest]
  const states: string[] = []
  for (const destination of requests) states.push((await sendLightning(api, { actor, wish: { walletId: 'payer', destination } })).state)
  expect(states).toEqual(['settled', 'settled', 'failed'])
  await storeFunds(roles.receiver)
  await storeCap(roles.payer)
  shop.ctx.clock.advance(2 * 24 * 60 * 60 * 1_000)
  await work()
  await forgetInvoiceRequests(roles.receiver)
  await forgetSendRequests(roles.payer)
  const left = await tables(shop.ctx.orm.em.fork()).selectFrom('lightning_request').select('id').execute()
  await verifyDecisions(roles.payer)
  expect([left, shop.failures]).toEqual([[], []])
  roles.payer.sequence.recordAttempt(1_000n)
  await guardDecisions(roles.payer)()
  expect(await listPauses(shop.ctx)).toEqual([expect.objectContaining({ scope: 'lightning', pausedBy: 'lightning' })])
})

test.each([
  ['api', 'INSERT INTO lightning_payment (id) VALUES (gen_random_uuid())'],
  ['api', "UPDATE lightning_payment SET state = 'settled'"],
  ['api', "UPDATE lightning_request SET wanted = '{}'"],
  ['api', 'SELECT preimage FROM lightning_preimage'],
  ['api', "UPDATE account SET bal = 1 WHERE code = 'ln:wallet'"],
  ['chain', 'INSERT INTO lightning_attempt (payment_id) VALUES (gen_random_uuid())'],
  ['chain', 'UPDATE lightning_payment SET reserve_msat = 0'],
  ['chain', "UPDATE lightning_wallet SET username = 'mine'"],
  ['lightning', 'INSERT INTO lightning_request (id) VALUES (gen_random_uuid())'],
  ['lightning', 'INSERT INTO lightning_wallet (id) VALUES (gen_random_uuid())'],
  ['lightning', 'UPDATE lightning_attempt SET payment_hash = payment_hash'],
  ['lightning', 'UPDATE lightning_payment SET payment_request = payment_request'],
  ['lightning', 'DELETE FROM lightning_payment'],
  ['lightning', 'UPDATE lightning_funds SET local_msat = 0'],
  ['chain', 'UPDATE lightning_funds SET cap_sats = 0'],
  ['lightning', 'SELECT password_hash FROM merchant'],
  ['lightning', 'UPDATE spend_intent SET state = state'],
] as const)('the %s cannot %s', async (role, statement) => {
  const orm = await loginOf(role)
  await expect(sql.raw(statement).execute(tables(orm.em.fork()))).rejects.toThrow('permission denied')
})
