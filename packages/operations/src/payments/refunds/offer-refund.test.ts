import { tables } from '@gateway/db/tables'
import { InvalidField } from '@gateway/domain/kernel/error'
import type { Payment } from '@gateway/domain/payments/payment'
import { staticRates } from '@gateway/providers/rates/static-rates'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openChain, output, type TestChain } from '../../testing/test-chain.ts'
import { queuedEmails } from '../../testing/test-emails.ts'
import { HELD, refundsOf, underpaidPayment } from '../../testing/test-refunds.ts'
import { closeShop, openShop, type TestShop } from '../../testing/test-shop.ts'
import { expirePayment } from '../endings/expire-payment.ts'
import { offerRefund } from './offer-refund.ts'

const DAY_MS = 24 * 60 * 60 * 1_000
const TO = 'lena@hoffmann.example'

let shop: TestShop
let btc: TestChain
beforeEach(async () => {
  shop = await openShop({ rates: staticRates({ 'BTC/USD': '60000', 'ETH/USD': '2500' }) }, 4)
  btc = await openChain(shop.ctx, 'BTC')
})
afterEach(() => closeShop(shop))

const db = () => tables(shop.ctx.orm.em.fork())
const emails = async () => (await queuedEmails(shop.ctx, shop.ctx.webhookOpeningKey)).filter(({ kind }) => kind === 'refund_link')

const { failed, pass } = refundsOf(() => ({ shop, btc }))
const pays = (payment: Payment, units: bigint, tx: number) =>
  btc.mine({ transfers: [output(payment.address, units, { tx })], at: shop.ctx.clock.now() })

interface Wishes {
  readonly to?: string
  readonly language?: string
  readonly linkDays?: number
}

function offerTo(payment: Payment, { linkDays = 30, ...wishes }: Wishes = {}) {
  const { webhookSealingKey, emailLimits } = shop.ctx
  const payer = { to: TO, language: 'de', holdHours: 48, webhookSealingKey, emailLimits, ...wishes }
  return offerRefund(shop.ctx, { paymentId: payment.id, by: 'operator:anna', linkDays, payer })
}

const offer = async (wishes: Wishes = {}) => offerTo(await underpaidPayment(shop, btc, HELD), wishes)

/** A payment whose window is over, unpaid. */
async function expired(): Promise<Payment> {
  const payment = await shop.ask({ amount: 60, blockchain: 'BTC' })
  shop.ctx.clock.advance(15 * 60_000)
  await db().updateTable('chain_cursor').set({ knownUntil: payment.expiresAt }).execute()
  await expirePayment(shop.ctx, { paymentId: payment.id })
  return payment
}

describe('a refund whose payer has an e-mail address', () => {
  test('a refund whose payer has an e-mail address is offered by an e-mail in the name of the merchant, with the link, the amount and the hold, whose replies go to the merchant', async () => {
    const { path, token } = await offer()
    const [mail, ...more] = await emails()
    expect(more).toEqual([])
    const { name } = await db().selectFrom('business').select('name').where('id', '=', shop.businessId).executeTakeFirstOrThrow()
    const { email } = await db().selectFrom('merchant').select('email').where('id', '=', shop.actor.merchantId).executeTakeFirstOrThrow()
    expect(mail).toMatchObject({
      to: TO,
      merchantId: shop.actor.merchantId,
      replyTo: email,
      subject: `${name} erstattet Ihnen 0.0004 BTC: An welche Adresse?`,
      facts: { reason: 'underpaid', amount: '0.0004', asset: 'BTC', holdHours: 48, path },
    })
    expect(path).toBe(`/refund/${token}`)
    expect(mail?.text).toContain(`\nhttps://gateway.test${path}\n`)
  })

  test('says that the money came late when the whole amount did', async () => {
    const payment = await expired()
    await pass(31 * 24)
    await pays(payment, 100_000n, 2)
    await offerTo(payment)
    expect(await emails()).toMatchObject([{ facts: { reason: 'late', amount: '0.001' } }])
  })

  test('says that the payment failed when it did', async () => {
    const payment = await failed()
    await pays(payment, HELD, 2)
    await offerTo(payment)
    expect(await emails()).toMatchObject([{ facts: { reason: 'failed' } }])
  })

  test('leaves neither the link nor the address of the payer in the clear', async () => {
    const { token } = await offer()
    for (const table of ['email', 'refund', 'audit_entry', 'outbox', 'event'] as const) {
      const rows = JSON.stringify(await db().selectFrom(table).selectAll().execute(), (_, value: unknown) =>
        typeof value === 'bigint' ? String(value) : Buffer.isBuffer(value) ? value.toString('latin1') : value,
      )
      expect(rows).not.toContain(token)
      expect(rows).not.toContain(TO)
    }
    const entries = await db().selectFrom('audit_entry').select('details').where('action', '=', 'return.offer').execute()
    expect(entries).toMatchObject([{ details: { emailed: 'de' } }])
  })

  test('a refund whose payer has an e-mail address is tried for a week, and never longer than the link works', async () => {
    const now = shop.ctx.clock.now().getTime() + 15 * 60_000
    await offer()
    expect((await emails())[0]?.usefulUntil).toEqual(new Date(now + 7 * DAY_MS))
  })

  test('a refund whose payer has an e-mail address is tried until a link of a day has expired', async () => {
    const { endsAt } = await offer({ linkDays: 1 })
    expect((await emails())[0]?.usefulUntil).toEqual(endsAt)
  })

  test('a refund whose payer has an e-mail address is not offered at all with a wrong address or language', async () => {
    const payment = await underpaidPayment(shop, btc, HELD)
    const wrong = [
      { to: 'lena' },
      { to: `${TO}, eve@evil.example` },
      { to: `${TO}\r\nBcc: eve@evil.example` },
      { to: `${'x'.repeat(250)}@hoffmann.example` },
      { language: 'tlh' },
      { language: 'toString' },
    ]
    for (const wishes of wrong) await expect(offerTo(payment, wishes)).rejects.toThrow(InvalidField)
    expect([await emails(), await db().selectFrom('refund').select('id').execute()]).toEqual([[], []])
  })
})

test('a refund without an e-mail address sends no e-mail', async () => {
  const payment = await underpaidPayment(shop, btc, HELD)
  await offerRefund(shop.ctx, { paymentId: payment.id, by: 'operator:anna', linkDays: 30 })
  expect(await emails()).toEqual([])
})
