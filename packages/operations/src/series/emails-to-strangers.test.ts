import { CreateApiKeyInput } from '@gateway/contract/api-keys'
import { tables } from '@gateway/db/tables'
import { type SmtpSink, startSmtpSink } from '@gateway/devnet/mail/smtp-sink'
import type { EmailLimits } from '@gateway/domain/accounts/email'
import { createSmtpMailer } from '@gateway/providers/email/smtp-mailer'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { forgetRefusal } from '../accounts/emails/forget-refusal.ts'
import { queueVerification } from '../accounts/emails/queue-email.ts'
import { sendEmails } from '../accounts/emails/send-emails.ts'
import { createApiKey } from '../businesses/api-keys/create-api-key.ts'
import { cryptoIds } from '../kernel/ids.ts'
import { transaction } from '../kernel/transaction.ts'
import { openChain } from '../testing/test-chain.ts'
import { queuedEmails } from '../testing/test-emails.ts'
import { removableRates, seriesOf } from '../testing/test-series.ts'
import { closeShop, openShop, type TestShop } from '../testing/test-shop.ts'
import { getSeries } from './read-series.ts'

const STRANGER = 'stranger@else.example'
const DAY_HOURS = 24
const MANY = 50
let shop: TestShop
let sink: SmtpSink
beforeAll(async () => void (sink = await startSmtpSink()))
afterAll(() => sink?.stop())
beforeEach(() => open())
afterEach(() => closeShop(shop))

async function open(emailLimits?: EmailLimits): Promise<void> {
  shop = await openShop({ rates: removableRates(), ids: cryptoIds, ...(emailLimits && { emailLimits }) }, 80)
  await openChain(shop.ctx, 'BTC')
  sink.answer = '250'
}

async function openWith(limits: Partial<EmailLimits>): Promise<void> {
  await closeShop(shop)
  await open({ perRecipient: 1_000, perBusiness: 1_000, perAccount: 1_000, ...limits })
}

const { create, pass } = seriesOf(() => shop)
const db = () => tables(shop.ctx.orm.em.fork())
const queued = () => queuedEmails(shop.ctx, shop.ctx.webhookOpeningKey)
const toStrangers = async () => (await queued()).filter(({ facts }) => facts.kind === 'escrow_opened')
const verify = (at: Date | null) =>
  db().updateTable('merchant').set({ emailVerifiedAt: at }).where('id', '=', shop.actor.merchantId).execute()

const newKey = () => createApiKey(shop.ctx, { actor: shop.actor, terms: CreateApiKeyInput.parse({ id: shop.businessId }) })

/** A series with a customer, and what became of the e-mail about its first escrow. */
async function fateTo(customer_email: string) {
  const { series } = await create({ customer_email })
  return (await getSeries(shop.ctx, { actor: shop.actor, id: series.id })).children[0]?.email
}

/** Sends everything that is due. @returns who got an e-mail. */
async function post(): Promise<string[]> {
  const before = sink.emails.length
  const mailer = createSmtpMailer({ url: sink.url, from: 'no-reply@pay.example' })
  while (
    (await sendEmails({
      ...shop.ctx,
      mailer,
      origin: 'https://gateway.test',
      webhookKey: shop.ctx.webhookOpeningKey,
      attach: async () => [],
    })) > 0
  )
    continue
  mailer.close()
  return sink.emails.slice(before).flatMap(({ to }) => to)
}

describe('an account whose address is not confirmed', () => {
  beforeEach(() => verify(null))

  test('an unconfirmed account queues no e-mail to a stranger, however much it creates; all it creates says why', async () => {
    for (let turn = 0; turn < MANY; turn++) await create({ customer_email: STRANGER, description: `Buy now ${turn}` })
    expect(await queued()).toEqual([])
    expect(await fateTo(STRANGER)).toEqual({ status: 'not_sent', reason: 'sender_unverified' })
    expect(await db().selectFrom('series').select('id').execute()).toHaveLength(MANY + 1)
  })

  test('what an unconfirmed account has not sent is not sent later; what it creates once it is confirmed is', async () => {
    await create({ customer_email: STRANGER })
    await verify(shop.ctx.clock.now())
    expect(await post()).toEqual([])
    expect(await fateTo(STRANGER)).toEqual({ status: 'queued', reason: null })
    expect(await post()).toEqual([STRANGER])
  })

  test('its own notices are limited too, because whoever signs up chooses the address', async () => {
    await openWith({ perRecipient: 3 })
    await verify(null)
    for (let turn = 0; turn < 8; turn++) await newKey()
    expect((await queued()).map(({ kind }) => kind)).toEqual(['api_key_created', 'api_key_created', 'api_key_created'])
  })
})

describe('a confirmed account', () => {
  test('one mailbox gets so many e-mails in a day, however its address is spelled, and the rest say why', async () => {
    await openWith({ perRecipient: 3 })
    const spellings = ['Stranger@else.example', 'stranger+1@else.example', 'stranger+2@ELSE.example', STRANGER, 'stranger+3@else.example']
    const fates = []
    for (const spelling of spellings) fates.push(await fateTo(spelling))
    expect(fates.map((fate) => fate?.reason)).toEqual([null, null, null, 'recipient_limit', 'recipient_limit'])
    expect(await fateTo('other@else.example')).toEqual({ status: 'queued', reason: null })
  })

  test('reminders count on the day that they are due', async () => {
    await openWith({ perRecipient: 2 })
    for (let turn = 0; turn < 4; turn++) await create({ customer_email: STRANGER })
    await pass(DAY_HOURS)
    for (let turn = 0; turn < 4; turn++) await create({ customer_email: STRANGER })
    const days = (await queued()).map(({ kind, facts }) => [kind, 'endsAt' in facts ? facts.endsAt.slice(0, 10) : ''].join(' '))
    expect(Object.entries(Object.groupBy(days, (day) => day)).map(([, all]) => all?.length)).toEqual([2, 2, 2, 2])
  })

  test('the next day counts anew', async () => {
    await openWith({ perRecipient: 1 })
    expect([await fateTo(STRANGER), await fateTo(STRANGER)]).toMatchObject([{ status: 'queued' }, { reason: 'recipient_limit' }])
    await pass(DAY_HOURS)
    expect(await fateTo(STRANGER)).toMatchObject({ status: 'queued' })
  })

  test.each([
    ['perBusiness', 'business_limit'],
    ['perAccount', 'account_limit'],
  ] as const)('%s limits the e-mails to all strangers together', async (limit, reason) => {
    await openWith({ [limit]: 3 })
    const fates = []
    for (let turn = 0; turn < 4; turn++) fates.push(await fateTo(`stranger-${turn}@else.example`))
    expect(fates.map((fate) => fate?.reason)).toEqual([null, null, null, reason])
  })

  test('of many at once no more are queued than the limit allows', async () => {
    await openWith({ perRecipient: 2 })
    await Promise.all(Array.from({ length: 6 }, () => create({ customer_email: STRANGER })))
    expect(await toStrangers()).toHaveLength(2)
  })

  test('notices to its own confirmed address have no limit: nobody can hide a change behind others', async () => {
    await openWith({ perRecipient: 1 })
    for (let turn = 0; turn < 5; turn++) await newKey()
    expect(await queued()).toHaveLength(5)
  })
})

describe('an address that the mail server has refused for good', () => {
  test('a refused address is not tried again, by nobody, and the merchant sees it', async () => {
    const { series } = await create({ customer_email: STRANGER })
    sink.answer = '550 5.1.1'
    expect(await post()).toEqual([])
    const [child] = (await getSeries(shop.ctx, { actor: shop.actor, id: series.id })).children
    expect(child?.email).toEqual({ status: 'not_sent', reason: 'address_refused' })
    sink.answer = '250'
    expect(await fateTo(STRANGER)).toEqual({ status: 'not_sent', reason: 'address_refused' })
    await pass(6 * DAY_HOURS)
    expect(await post()).toEqual([])
  })

  test('a refused detail of a mailbox leaves the mailbox alone', async () => {
    await create({ customer_email: 'stranger+nonsense@else.example' })
    sink.answer = '550 5.1.1'
    await post()
    expect(await fateTo(STRANGER)).toMatchObject({ status: 'queued' })
  })

  test('a full mailbox is tried again with the next e-mail', async () => {
    await create({ customer_email: STRANGER })
    sink.answer = '552 5.2.2'
    await post()
    expect(await fateTo(STRANGER)).toMatchObject({ status: 'queued' })
  })

  test('an operator lets e-mails go to it again', async () => {
    await create({ customer_email: STRANGER })
    sink.answer = '550 5.1.1'
    await post()
    expect([
      await forgetRefusal(shop.ctx, { address: ' Stranger@else.example' }),
      await forgetRefusal(shop.ctx, { address: STRANGER }),
    ]).toEqual([true, false])
    expect(await fateTo(STRANGER)).toMatchObject({ status: 'queued' })
  })

  test('a link that is asked for is tried, and once it is taken so is everything else', async () => {
    const { email: to } = await db()
      .selectFrom('merchant')
      .select('email')
      .where('id', '=', shop.actor.merchantId)
      .executeTakeFirstOrThrow()
    const ask = () => transaction(shop.ctx, (em) => queueVerification(em, shop.ctx, { to: { id: shop.actor.merchantId, email: to } }))
    sink.answer = '550 5.1.1'
    await ask()
    await post()
    expect(await fateTo(to)).toMatchObject({ reason: 'address_refused' })
    sink.answer = '250'
    await ask()
    expect(await post()).toEqual([to])
    expect(await fateTo(to)).toMatchObject({ status: 'queued' })
  })
})
