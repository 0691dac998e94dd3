import { openOrm, type Orm } from '@gateway/db/orm'
import { type DatabaseRole, loginAs } from '@gateway/db/roles'
import { tables } from '@gateway/db/tables'
import type { Payment } from '@gateway/domain/payments/payment'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { assistedRefundsOf, decimal } from '../../testing/test-assisted-refunds.ts'
import { openChain, type TestChain, txOf } from '../../testing/test-chain.ts'
import { HELD, PAYER, underpaidPayment } from '../../testing/test-refunds.ts'
import { closeShop, openShop, type TestShop } from '../../testing/test-shop.ts'
import { cancelPaymentRefund } from './cancel-payment-refund.ts'
import { expireRefunds } from './expire-refunds.ts'
import { nameByPayLink } from './links/name-by-pay-link.ts'
import { nameRefundAddress } from './links/name-refund-address.ts'
import { listPaymentRefunds } from './list-payment-refunds.ts'
import { renewPaymentRefund } from './renew-payment-refund.ts'

const DAY_MS = 24 * 60 * 60_000

let shop: TestShop
let btc: TestChain
let api: TestShop
let relay: TestShop['ctx']
let payment: Payment
const logins: Orm[] = []
beforeAll(async () => {
  shop = await openShop({}, 4)
  btc = await openChain(shop.ctx, 'BTC')
  api = { ...shop, ctx: { ...shop.ctx, orm: await loginOf('api') } }
  relay = { ...shop.ctx, orm: await loginOf('relay') }
  payment = await completed()
})
afterAll(async () => {
  await Promise.all(logins.map((orm) => orm.close()))
  await closeShop(shop)
})

const { completed } = assistedRefundsOf(() => ({ shop, btc }))
const { start } = assistedRefundsOf(() => ({ shop: api, btc }))

async function loginOf(role: DatabaseRole): Promise<Orm> {
  const orm = await openOrm({ url: loginAs(role, String(shop.ctx.orm.config.get('clientUrl'))), poolSize: 4 })
  logins.push(orm)
  return orm
}

test('refunds are started, named, cancelled and renewed with the rights of the api alone, and expire with those of the relay', async () => {
  const held = await underpaidPayment(shop, btc, HELD)
  const { webhookSealingKey, emailLimits } = shop.ctx
  const payer = { to: 'lena@hoffmann.example', language: 'en', webhookSealingKey, emailLimits }
  const refund = await start(payment, { amountCrypto: decimal('0.0006'), payer })
  const of = { actor: shop.actor, id: payment.id }
  const own = { ...of, refundId: refund.id }
  shop.ctx.clock.advance(14 * DAY_MS)
  expect(await expireRefunds(relay)).toBe(1)
  const { refundUrl, payUrl } = await renewPaymentRefund(api.ctx, { ...own, offerDays: 14 })
  const tokenOf = (url: string | null) => url?.split('/').at(-1) ?? ''
  await nameRefundAddress(api.ctx, { token: tokenOf(refundUrl), address: PAYER, by: 'payer' })
  await nameByPayLink(api.ctx, { token: tokenOf(payUrl), txHash: txOf(9) })
  await start(payment, { address: PAYER, txHash: txOf(10) })
  await cancelPaymentRefund(api.ctx, own)
  expect(await start(held, { address: PAYER })).toMatchObject({ paidBy: 'gateway', status: 'named' })
  const statuses = (await listPaymentRefunds(api.ctx, of)).map(({ status }) => status)
  expect(statuses).toEqual(['named', 'cancelled'])
})

test('no right of the api says that a refund is paid, or changes its terms or its address', async () => {
  const { id } = await start(payment, { address: PAYER, amountCrypto: decimal('0.0005') })
  const thief = tables(api.ctx.orm.em.fork())
  const change = (columns: object) =>
    thief
      .updateTable('assisted_refund')
      .set(columns as never)
      .where('id', '=', id)
      .execute()
  const attacks: readonly [columns: object, refusal: string][] = [
    [{ paidUnits: 50_000n }, 'permission denied'],
    [{ units: 1n }, 'permission denied'],
    [{ paymentId: id }, 'permission denied'],
    [{ state: 'paying' }, 'is moved by what blocks show'],
    [{ state: 'refunded' }, 'stays as it is'],
    [{ address: 'bcrt1q0', watchKey: 'bcrt1q0' }, 'stays as it is'],
    [{ namedAt: new Date(0) }, 'stays as it is'],
    [{ state: 'offered' }, 'stays as it is'],
  ]
  for (const [columns, refusal] of attacks) await expect(change(columns)).rejects.toThrow(refusal)
  await expect(thief.updateTable('payment').set({ refundedUnits: 50_000n }).execute()).rejects.toThrow('permission denied')
  await expect(thief.deleteFrom('assisted_refund').execute()).rejects.toThrow('permission denied')
})
