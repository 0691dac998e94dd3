import type { LightningPaymentEntity } from '@gateway/db/lightning/lightning-payment.entity'
import type { LightningRequestEntity } from '@gateway/db/lightning/lightning-request.entity'
import { withdrawRequest } from '@gateway/db/lightning/request-queries'
import { tables } from '@gateway/db/tables'
import { NotFound } from '@gateway/domain/kernel/error'
import { LightningAway } from '@gateway/domain/lightning/errors'
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { skipWaits } from '../../testing/test-skip-waits.ts'
import { closeLightningShop, type LightningShop, openLightningShop } from '../../testing/test-lightning.ts'
import { issueForAddress, readPayRequest, verifyInvoice } from '../lnurl/pay-request.ts'
import type { InvoiceContext } from '../lifecycle/lightning-context.ts'
import { registerAddress } from '../wallets/register-address.ts'
import { forgetInvoiceRequests } from '../work/due-work.ts'
import { createLightningInvoice, resumeInvoice } from './create-lightning-invoice.ts'
import { lookAtHash } from './look-at-invoice.ts'
import { makeInvoice } from './make-invoice.ts'
import { storeFunds } from './store-funds.ts'

let shop: LightningShop
let wallet: string
let count = 0
beforeAll(async () => void (shop = await openLightningShop()))
afterAll(() => closeLightningShop(shop))
beforeEach(async () => {
  wallet = `w${++count}`
  shop.node.isAway = false
  await shop.enable(wallet)
})

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const hashOf = (bytes: string, encoding: 'hex' | 'utf8' = 'utf8') => createHash('sha256').update(Buffer.from(bytes, encoding)).digest('hex')
const preimageOf = async (paymentId: string) =>
  (
    await tables(shop.ctx.orm.em.fork())
      .selectFrom('lightning_preimage')
      .select('preimage')
      .where('paymentId', '=', paymentId)
      .executeTakeFirstOrThrow()
  ).preimage

/** A request whose invoice the node has made before a crash. */
async function leftAtTheNode(): Promise<LightningPaymentEntity> {
  const known = await shop.invoice(wallet, 25)
  await tables(shop.ctx.orm.em.fork()).deleteFrom('lightning_payment').where('id', '=', known.id).execute()
  await setRequest(known, { state: 'waiting', tryAt: shop.ctx.clock.now(), endedAt: null })
  return known
}

async function setRequest({ id }: { id: string }, state: Pick<LightningRequestEntity, 'state' | 'tryAt' | 'endedAt'>): Promise<void> {
  await tables(shop.ctx.orm.em.fork()).updateTable('lightning_request').set(state).where('id', '=', id).execute()
}

/** Something happens while the node makes an invoice. */
const meanwhile = (happens: () => Promise<unknown>): InvoiceContext => ({
  ...shop.receiver,
  invoices: {
    ...shop.receiver.invoices,
    addInvoice: async (invoice) => {
      await happens()
      return shop.receiver.invoices.addInvoice(invoice)
    },
  },
})

describe('an invoice of a wallet', () => {
  test('is pending for an hour, and no preimage is in its payment', async () => {
    const invoice = await shop.invoice(wallet, 25)
    expect(invoice).toMatchObject({ state: 'pending', direction: 'incoming', amountMsat: 25_000n, preimage: null })
    expect(invoice.expiresAt.getTime() - invoice.createdAt.getTime()).toBe(HOUR_MS)
    expect(hashOf(await preimageOf(invoice.id), 'hex')).toBe(invoice.paymentHash)
  })

  test('credits what was paid once it is settled, which may be more than was asked', async () => {
    const { id, paymentHash } = await shop.invoice(wallet, 25)
    shop.node.payFromOutside(paymentHash, 25_999n)
    await lookAtHash(shop.receiver, { paymentHash })
    await lookAtHash(shop.receiver, { paymentHash })
    await shop.workAfter(MINUTE_MS)
    const paid = await shop.payment(id)
    expect(paid).toMatchObject({ state: 'settled', amountMsat: 25_999n, preimage: await preimageOf(id) })
    expect(await shop.balance(wallet)).toEqual({ availableMsat: 25_999n, reservedMsat: 0n })
    expect(await shop.events(id)).toEqual(['lightning.payment.settled'])
  })

  test('that is held credits nothing, and one that is cancelled fails without an event', async () => {
    const { id, paymentHash } = await shop.invoice(wallet, 25)
    shop.node.payFromOutside(paymentHash)
    shop.node.set(paymentHash, 'accepted')
    await shop.workAfter(MINUTE_MS)
    expect(await shop.payment(id)).toMatchObject({ state: 'pending' })
    shop.node.set(paymentHash, 'canceled')
    await shop.workAfter(MINUTE_MS)
    expect(await shop.payment(id)).toMatchObject({ state: 'failed' })
    expect(await shop.balance(wallet)).toEqual({ availableMsat: 0n, reservedMsat: 0n })
    expect(await shop.events(id)).toEqual([])
  })

  test('is found paid after a minute when no stream has told', async () => {
    await shop.fund(wallet, 25)
    expect(await shop.balance(wallet)).toEqual({ availableMsat: 25_000n, reservedMsat: 0n })
  })

  test('is looked up every minute again once the node is back, however long it was away', async () => {
    const { id, paymentHash } = await shop.invoice(wallet, 25)
    shop.node.isAway = true
    for (let minutes = 0; minutes < 20; minutes++) await shop.workAfter(MINUTE_MS)
    shop.node.isAway = false
    shop.node.payFromOutside(paymentHash)
    await shop.workAfter(MINUTE_MS)
    expect(await shop.payment(id)).toMatchObject({ state: 'settled' })
  })

  test('that the node was asked for before a crash is found by the same preimage', async () => {
    const known = await leftAtTheNode()
    await makeInvoice(shop.receiver, { id: known.id })
    expect(await shop.payment(known.id)).toMatchObject({ paymentHash: known.paymentHash, state: 'pending' })
  })

  test('that was withdrawn while the node made it is cancelled, and a repeat of its request gets one that can be paid', async () => {
    const { id } = await leftAtTheNode()
    await makeInvoice(
      meanwhile(() => withdrawRequest(shop.ctx.orm.em.fork(), { id, endedAt: shop.ctx.clock.now() })),
      { id },
    )
    await expect(preimageOf(id)).rejects.toThrow('no result')
    const { paymentHash } = await resumeInvoice(shop.ctx, { id })
    expect(await shop.node.invoices.lookUpInvoice(paymentHash)).toMatchObject({ state: 'open' })
  })

  test('that two processes make at once is made once, and neither cancels what the other has stored', async () => {
    const { id } = await leftAtTheNode()
    await makeInvoice(
      meanwhile(() => makeInvoice(shop.receiver, { id })),
      { id },
    )
    const { paymentHash } = await shop.payment(id)
    expect(await shop.node.invoices.lookUpInvoice(paymentHash)).toMatchObject({ state: 'open' })
  })

  test('that the database refuses keeps no other from being stored that is made at the same time', async () => {
    const [refused, other] = [await shop.invoice(wallet, 25), await leftAtTheNode()]
    // Its payment is there already, which a request that waits has never.
    await setRequest(refused, { state: 'waiting', tryAt: shop.ctx.clock.now(), endedAt: null })
    const ends = await Promise.allSettled([refused, other].map(({ id }) => makeInvoice(shop.receiver, { id })))
    expect(ends.map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
    expect(await shop.payment(other.id)).toMatchObject({ paymentHash: other.paymentHash, state: 'pending' })
    await setRequest(refused, { state: 'taken', tryAt: null, endedAt: shop.ctx.clock.now() })
  })

  test('that a crash left at the node until nobody could pay it is made anew', async () => {
    const { id, paymentHash } = await leftAtTheNode()
    shop.node.set(paymentHash, 'canceled')
    await makeInvoice(shop.receiver, { id })
    const made = await shop.payment(id)
    expect(made.paymentHash).not.toBe(paymentHash)
    expect(await shop.node.invoices.lookUpInvoice(made.paymentHash)).toMatchObject({ state: 'open' })
  })

  test('that a crash left at the node expires when the node says', async () => {
    const { id, expiresAt } = await leftAtTheNode()
    shop.ctx.clock.advance(10 * MINUTE_MS)
    await makeInvoice(shop.receiver, { id })
    expect(await shop.payment(id)).toMatchObject({ expiresAt })
  })

  test('is none while the node is away; the same request gets it later', async () => {
    shop.node.isAway = true
    skipWaits(shop)
    const wish = { walletId: wallet, amountSats: 5_000n }
    await expect(createLightningInvoice(shop.ctx, { actor: shop.actor, wish })).rejects.toBeInstanceOf(LightningAway)
    const { id } = await tables(shop.ctx.orm.em.fork())
      .selectFrom('lightning_request')
      .select('id')
      .where('state', '=', 'withdrawn')
      .executeTakeFirstOrThrow()
    shop.node.isAway = false
    shop.ctx.clock.advance(MINUTE_MS)
    expect(await resumeInvoice(shop.ctx, { id })).toMatchObject({ id, state: 'pending', amountMsat: 5_000n })
  })
})

describe('a Lightning Address', () => {
  const register = async () => {
    const username = `ann${count}`
    await registerAddress(shop.ctx, { actor: shop.actor, wish: { walletId: wallet, username } })
    return username
  }

  test('is found in either case, and gives invoices whose hash is that of its metadata byte for byte', async () => {
    const username = await register()
    const asked = await readPayRequest(shop.ctx, { username: username.toUpperCase() })
    expect(asked).toMatchObject({ tag: 'payRequest', minSendable: 1_000, maxSendable: 10_000_000_000, commentAllowed: 255 })
    expect(asked.callback).toBe(`https://gateway.test/lnurlp/${username}/callback`)
    const invoice = await issueForAddress(shop.ctx, { username, amountMsat: 21_000n, comment: 'Grüße' })
    expect(invoice).toMatchObject({ description: 'Grüße', amountMsat: 21_000n, lnurlMetadata: asked.metadata })
    const decoded = await shop.node.pay.decode(invoice.paymentRequest)
    expect(decoded.descriptionHash).toBe(hashOf(asked.metadata))
  })

  test('verifies its own invoices, and shows a preimage once they are settled', async () => {
    const username = await register()
    const { paymentHash } = await issueForAddress(shop.ctx, { username, amountMsat: 21_000n, comment: null })
    expect(await verifyInvoice(shop.ctx, { paymentHash })).toMatchObject({ state: 'pending', preimage: null })
    shop.node.payFromOutside(paymentHash)
    await shop.workAfter(MINUTE_MS)
    const { preimage } = await verifyInvoice(shop.ctx, { paymentHash })
    expect(hashOf(preimage ?? '', 'hex')).toBe(paymentHash)
    const other = await shop.invoice(wallet, 5)
    await expect(verifyInvoice(shop.ctx, other)).rejects.toBeInstanceOf(NotFound)
  })

  test('that nobody has is not found', async () => {
    for (const username of ['nobody1', '../x', 'ann+tag', ''])
      await expect(readPayRequest(shop.ctx, { username })).rejects.toBeInstanceOf(NotFound)
  })

  test('of this service is paid inside, by its own callback', async () => {
    const username = await register()
    await shop.enable(`payer${count}`)
    await shop.fund(`payer${count}`, 100)
    const paid = await shop.send(`payer${count}`, `${username}@gateway.test`, 40)
    expect(paid).toMatchObject({ state: 'settled', isInternal: true, destination: `${username}@gateway.test` })
    expect(await shop.balance(wallet)).toEqual({ availableMsat: 40_000n, reservedMsat: 0n })
  })
})

test('requests for invoices are forgotten after a day, though one invoice stays open', async () => {
  const open = await shop.invoice(wallet, 25)
  shop.node.set(open.paymentHash, 'accepted')
  const ended = await shop.invoice(wallet, 25)
  shop.node.set(ended.paymentHash, 'canceled')
  await shop.workAfter(25 * HOUR_MS)
  await forgetInvoiceRequests(shop.receiver)
  const left = await tables(shop.ctx.orm.em.fork())
    .selectFrom('lightning_request')
    .select('id')
    .where('id', 'in', [open.id, ended.id])
    .execute()
  expect(left).toEqual([{ id: open.id }])
  shop.node.set(open.paymentHash, 'canceled')
  await shop.workAfter(MINUTE_MS)
})

test('what the node holds is stored beside what the wallets have', async () => {
  await shop.fund(wallet, 30)
  await storeFunds(shop.receiver)
  const [funds] = await tables(shop.ctx.orm.em.fork()).selectFrom('lightning_funds').selectAll().execute()
  expect(funds?.owedMsat).toBeGreaterThan(0n)
  expect(await shop.untrue()).toEqual([])
  await tables(shop.ctx.orm.em.fork())
    .updateTable('lightning_funds')
    .set({ localMsat: (funds?.owedMsat ?? 0n) - 1n })
    .execute()
  expect((await shop.untrue()).join()).toContain('node lacks 1')
  await storeFunds(shop.receiver)
})
