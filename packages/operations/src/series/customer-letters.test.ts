import { tables } from '@gateway/db/tables'
import type { EmailKind } from '@gateway/domain/accounts/email'
import type { Email } from '@gateway/providers/email/mailer'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { listQueuedEmails } from '../accounts/emails/list-queued-emails.ts'
import { sendEmails } from '../accounts/emails/send-emails.ts'
import { disputeEscrow } from '../escrows/decisions/dispute-escrow.ts'
import { releaseEscrow } from '../escrows/decisions/release-escrow.ts'
import { openChain, output, type TestChain } from '../testing/test-chain.ts'
import { ADDRESS, AMOUNT, escrowsOf, openEscrow } from '../testing/test-escrows.ts'
import { queuedEmails } from '../testing/test-emails.ts'
import { removableRates, seriesOf } from '../testing/test-series.ts'
import { closeShop, openShop, type TestShop } from '../testing/test-shop.ts'
import { disputeChild } from './dispute-child.ts'

const WEEK = 7 * 24
let shop: TestShop
let btc: TestChain
let sent: Email[]
beforeEach(async () => {
  sent = []
  shop = await openShop({ rates: removableRates() })
  btc = await openChain(shop.ctx, 'BTC')
})
afterEach(() => closeShop(shop))

const { create, pass: passHours } = seriesOf(() => shop)
const { fund, pass: passBlocks } = escrowsOf(() => ({ shop, btc }))
const waiting = async () => (await queuedEmails(shop.ctx, shop.ctx.webhookOpeningKey)).map(({ kind }) => kind)

/** Lets the role of e-mails look. @returns the subjects of what it sent. */
async function post(): Promise<string[]> {
  const mailer = { send: async (_id: string, mail: Email) => void sent.push(mail), close: () => {} }
  const before = sent.length
  const ctx = { ...shop.ctx, mailer, origin: 'https://gateway.test', webhookKey: shop.ctx.webhookOpeningKey, attach: async () => [] }
  while ((await sendEmails(ctx)) > 0) continue
  return sent.slice(before).map(({ subject }) => subject)
}

/** A child of a new series whose first e-mail is sent. */
async function opened() {
  const { escrow } = await create({ max_periods: 1 })
  if (!escrow) throw new Error('no child')
  await post()
  const [token = ''] = /esc_[0-9a-f]{64}/.exec(sent.at(-1)?.text ?? '') ?? []
  return { escrow, by: { id: escrow.id, token, address: ADDRESS } }
}

describe('the customer of an unpaid child', () => {
  test('gets its link once more, a day before it expires, and only then', async () => {
    const { by } = await opened()
    await passHours(WEEK - 25)
    expect(await post()).toEqual([])
    await passHours(1)
    expect(await post()).toEqual(['Shop: escrow 1 of $600.00 ends soon'])
    expect(sent.at(-1)?.text).toContain(by.token)
    await passHours(23)
    expect(await post()).toEqual([])
  })

  test('gets nothing more once the money is there, or seen to come', async () => {
    const { escrow } = await opened()
    await fund(escrow)
    const { escrow: other } = await opened()
    await btc.showMempool([output(other.address ?? '', AMOUNT, { tx: 9 })])
    await passHours(WEEK - 24)
    expect(await post()).toEqual([])
    expect(await waiting()).toEqual([])
  })

  test('the customer is asked again for the missing amount', async () => {
    const { escrow } = await opened()
    await fund(escrow, AMOUNT - 1n)
    await passHours(WEEK - 24)
    expect(await post()).toHaveLength(1)
  })

  test('the customer gets no second e-mail after the expiry, however long no e-mail could be sent', async () => {
    await opened()
    await passHours(WEEK)
    expect(await post()).toEqual([])
    expect(await waiting()).toEqual([])
  })

  test('the customer gets one e-mail for a child that lives a day or less', async () => {
    await create({ max_periods: 2 })
    await passHours(2 * WEEK - 24)
    expect((await waiting()).filter((kind: EmailKind) => kind === 'escrow_ending')).toHaveLength(1)
    const children = await tables(shop.ctx.orm.em.fork()).selectFrom('series_period').select('period').execute()
    expect(children).toHaveLength(2)
  })

  test('the reminder raises no alarm in the queue of e-mails before it is due', async () => {
    await opened()
    expect(await listQueuedEmails(shop.ctx)).toEqual([])
    await passHours(WEEK - 24)
    expect(await listQueuedEmails(shop.ctx)).toMatchObject([{ kind: 'escrow_ending', attempts: 0 }])
  })
})

describe('the end of a dispute', () => {
  /** A disputed child, with everything sent that was due. */
  async function disputed() {
    const { escrow, by } = await opened()
    await fund(escrow)
    await disputeEscrow(shop.ctx, { ...by, reason: 'nothing came' })
    expect(await post()).toEqual([])
    return by
  }

  test('the end of a dispute is announced to merchant and customer two days before it, once and without a link', async () => {
    const { id, token } = await disputed()
    await passBlocks(12 * 24 - 1)
    expect(await post()).toEqual([])
    await passBlocks(1)
    expect((await post()).toSorted()).toEqual(['Shop: a disputed escrow goes back soon', 'Shop: the dispute of escrow 1 ends soon'])
    const [merchant, customer] = sent.slice(-2).toSorted((a) => (a.replyTo === null ? -1 : 1))
    expect(customer?.to).toBe('lena@hoffmann.example')
    expect(merchant?.text).toContain(id)
    for (const mail of [merchant, customer]) {
      expect(mail?.text).toContain('15 October 2026 at 12:00 UTC')
      expect(mail?.text).not.toContain(token)
    }
    await passBlocks(24)
    expect(await post()).toEqual([])
  })

  test('the end of a dispute that the business opened is announced alike', async () => {
    const { series, escrow } = await create({ max_periods: 1 })
    if (!escrow) throw new Error('no child')
    await fund(escrow)
    await disputeChild(shop.ctx, { actor: shop.actor, child: { id: series.id, escrowId: escrow.id, reason: 'sent back' } })
    await passBlocks(12 * 24)
    expect(await post()).toHaveLength(2)
  })

  test('the end of a dispute is not announced when it is decided before', async () => {
    const by = await disputed()
    await passBlocks(24)
    await releaseEscrow(shop.ctx, by)
    await passBlocks(11 * 24)
    expect(await post()).toEqual([])
  })

  test('the end of a dispute is announced to the merchant alone where no customer is known, and to nobody without a business', async () => {
    for (const actor of [shop.actor, undefined]) {
      const { escrow, tokens } = await openEscrow(shop, { ...(actor && { actor }) })
      await fund(escrow)
      await disputeEscrow(shop.ctx, { id: escrow.id, token: tokens.beneficiaryToken, address: ADDRESS, reason: 'no answer' })
    }
    await passBlocks(12 * 24)
    expect(await post()).toEqual(['Shop: a disputed escrow goes back soon'])
  })
})
