import { tables } from '@gateway/db/tables'
import { InvalidField } from '@gateway/domain/kernel/error'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { assistedRefundsOf, decimal } from '../../../testing/test-assisted-refunds.ts'
import { openChain, type TestChain } from '../../../testing/test-chain.ts'
import { queuedEmails } from '../../../testing/test-emails.ts'
import { PAYER } from '../../../testing/test-refunds.ts'
import { closeShop, openShop, type TestShop } from '../../../testing/test-shop.ts'

const DAY_MS = 24 * 60 * 60_000
const TO = 'lena@hoffmann.example'

let shop: TestShop
let btc: TestChain
beforeEach(async () => {
  shop = await openShop({}, 4)
  btc = await openChain(shop.ctx, 'BTC')
})
afterEach(() => closeShop(shop))

const { start, completed } = assistedRefundsOf(() => ({ shop, btc }))
const db = () => tables(shop.ctx.orm.em.fork())
const payerOf = (to = TO) => {
  const { webhookSealingKey, emailLimits } = shop.ctx
  return { to, language: 'en', webhookSealingKey, emailLimits }
}
const emails = async () => {
  const queued = await queuedEmails(shop.ctx, shop.ctx.webhookOpeningKey)
  return queued.filter(({ kind }) => kind === 'refund_link' || kind === 'refund_arrived')
}

test('the payer of a refund gets its link by e-mail, with the amount in coin and currency and the merchant’s reason', async () => {
  const refund = await start(await completed(), { amount: decimal('30'), reason: 'Out of stock', payer: payerOf() })
  const [link] = (await emails()).filter(({ kind }) => kind === 'refund_link')
  const path = refund.refundUrl?.replace('https://gateway.test', '')
  expect(link).toMatchObject({
    to: TO,
    usefulUntil: new Date(shop.ctx.clock.now().getTime() + 7 * DAY_MS),
    facts: {
      paidBy: 'merchant',
      description: 'Order A-1001',
      reason: 'Out of stock',
      amount: '0.0005',
      price: '30',
      currency: 'USD',
      path,
      address: null,
    },
  })
  expect(link?.text).toContain(refund.refundUrl)
})

test('the e-mail that tells of the arrival is never sent before it is made due', async () => {
  const refund = await start(await completed(), { address: PAYER, payer: payerOf() })
  const [arrival] = (await emails()).filter(({ kind }) => kind === 'refund_arrived')
  expect(arrival).toMatchObject({ to: TO, facts: { amount: '0.001', asset: 'BTC' } })
  const row = await db().selectFrom('email').selectAll().where('kind', '=', 'refund_arrived').executeTakeFirstOrThrow()
  const last = new Date(refund.expiresAt.getTime() + 90 * DAY_MS)
  expect(row).toMatchObject({ dueAt: last, nextAttemptAt: last, usefulUntil: last })
  expect(await db().selectFrom('assisted_refund').select('arrivalEmailId').executeTakeFirstOrThrow()).toEqual({ arrivalEmailId: row.id })
})

test('a refund without an e-mail address sends none, and one with a wrong address is not started', async () => {
  const payment = await completed()
  await expect(start(payment, { payer: payerOf(`${TO}\r\nBcc: eve@evil.example`) })).rejects.toThrow(InvalidField)
  expect(await db().selectFrom('assisted_refund').select('id').execute()).toEqual([])
  await start(payment)
  expect(await emails()).toEqual([])
  expect(await db().selectFrom('assisted_refund').select('arrivalEmailId').execute()).toEqual([{ arrivalEmailId: null }])
})
