import { tables } from '@gateway/db/tables'
import { InvalidAddress } from '@gateway/domain/custody/errors'
import { InvalidField, InvalidState, NotFound } from '@gateway/domain/kernel/error'
import type { SeenPaymentRefund } from '@gateway/contract/payment-refunds'
import type { AuditAction } from '@gateway/domain/accounts/audit-entry'
import { NotReturnable } from '@gateway/domain/payments/errors'
import type { Payment } from '@gateway/domain/payments/payment'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { assistedRefundsOf, decimal, RECEIVED } from '../../testing/test-assisted-refunds.ts'
import { openChain, type TestChain, txOf } from '../../testing/test-chain.ts'
import { storeMerchant } from '../../testing/test-context.ts'
import { HELD, PAYER, underpaidPayment } from '../../testing/test-refunds.ts'
import { closeShop, openShop, type TestShop, wallets } from '../../testing/test-shop.ts'
import { sweepPayments } from '../sweeps/sweep-payments.ts'
import { cancelPaymentRefund } from './cancel-payment-refund.ts'
import { listPaymentRefunds } from './list-payment-refunds.ts'
import { getPayableRefund } from './links/get-payable-refund.ts'
import { nameByPayLink } from './links/name-by-pay-link.ts'
import { nameRefundAddress } from './links/name-refund-address.ts'
import { nameRefundTransaction } from './name-refund-transaction.ts'
import { renewPaymentRefund } from './renew-payment-refund.ts'

const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS
const OTHER = wallets.merchant.BTC

let shop: TestShop
let btc: TestChain
let payment: Payment
beforeEach(async () => {
  shop = await openShop({}, 4)
  btc = await openChain(shop.ctx, 'BTC')
  payment = await completed()
})
afterEach(() => closeShop(shop))

const { start, pay, completed } = assistedRefundsOf(() => ({ shop, btc }))
const db = () => tables(shop.ctx.orm.em.fork())
const tokenOf = (url: string | null): string => url?.split('/').at(-1) ?? ''
const payerOf = ({ refundUrl }: SeenPaymentRefund) => ({ token: tokenOf(refundUrl) })
const payOf = ({ payUrl }: SeenPaymentRefund) => ({ token: tokenOf(payUrl) })
const own = ({ id }: SeenPaymentRefund) => ({ actor: shop.actor, id: payment.id, refundId: id })
const name = (refund: SeenPaymentRefund, address = PAYER) => nameRefundAddress(shop.ctx, { ...payerOf(refund), address, by: 'payer' })
const cancel = (refund: SeenPaymentRefund) => cancelPaymentRefund(shop.ctx, own(refund))
const renew = (refund: SeenPaymentRefund) => renewPaymentRefund(shop.ctx, { ...own(refund), offerDays: 14 })
const list = () => listPaymentRefunds(shop.ctx, { actor: shop.actor, id: payment.id })
const stored = async ({ id }: SeenPaymentRefund) =>
  db().selectFrom('assisted_refund').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const readUntil = (knownUntil: Date) => db().updateTable('chain_cursor').set({ knownUntil }).execute()
const audited = (action: AuditAction) =>
  db().selectFrom('audit_entry').select(['actor', 'details']).where('action', '=', action).executeTakeFirstOrThrow()

describe('the payer’s link of a refund', () => {
  test('names its address once, from which time on transfers to it are looked for', async () => {
    const refund = await start(payment)
    shop.ctx.clock.advance(60_000)
    expect(await name(refund)).toEqual({ address: PAYER })
    expect(await stored(refund)).toMatchObject({
      state: 'named',
      address: PAYER,
      watchKey: PAYER,
      namedBy: 'payer',
      namedAt: shop.ctx.clock.now(),
    })
    expect(await audited('refund.name')).toMatchObject({ actor: 'payer', details: { refund: refund.id, address: PAYER } })
    shop.ctx.clock.advance(60_000)
    expect(await name(refund)).toEqual({ address: PAYER })
    await expect(name(refund, OTHER)).rejects.toThrow(InvalidState)
    expect(await stored(refund)).toMatchObject({ address: PAYER })
  })

  test.each([
    ['an address of this service', wallets.platform.BTC],
    ['an address of another chain', wallets.merchant.ETH],
  ])('refuses %s and stays as it was', async (_what, address) => {
    const refund = await start(payment)
    await expect(name(refund, address)).rejects.toThrow(InvalidAddress)
    expect(await stored(refund)).toMatchObject({ state: 'offered', address: null })
  })

  test('names nothing after the end of the offer, or once it is cancelled', async () => {
    const [late, cancelled] = [
      await start(payment, { amountCrypto: decimal('0.0001') }),
      await start(payment, { amountCrypto: decimal('0.0001') }),
    ]
    await cancel(cancelled)
    await expect(name(cancelled)).rejects.toThrow(InvalidState)
    shop.ctx.clock.advance(14 * DAY_MS)
    await expect(name(late)).rejects.toThrow(InvalidState)
  })

  test('shows what it is about, and after the naming what to pay', async () => {
    const refund = await start(payment, { amount: decimal('30'), reason: 'Out of stock' })
    const shown = await getPayableRefund(shop.ctx, payerOf(refund))
    expect(shown).toMatchObject({
      state: 'offered',
      reference: payment.id,
      businessName: 'Shop',
      description: 'Order A-1001',
      reason: 'Out of stock',
    })
    expect(shown).toMatchObject({
      asset: 'BTC',
      network: 'regtest',
      units: 50_000n,
      fiatMinor: 3_000n,
      currency: 'USD',
      address: null,
      paymentUri: null,
    })
    await name(refund)
    await pay(refund, 20_000n)
    const paying = await getPayableRefund(shop.ctx, payOf(refund))
    expect(paying).toMatchObject({
      state: 'paying',
      address: PAYER,
      paidUnits: 0n,
      openUnits: 30_000n,
      transfers: [{ units: 20_000n, state: 'included' }],
    })
    expect(paying.paymentUri).toBe(`bitcoin:${PAYER}?amount=0.0003`)
    expect(await getPayableRefund(shop.ctx, payerOf(refund))).toEqual(paying)
  })

  test('counts no transfer that a reorg removed', async () => {
    const refund = await start(payment, { address: PAYER })
    await pay(refund, 20_000n, 'gone')
    expect(await getPayableRefund(shop.ctx, payOf(refund))).toMatchObject({ openUnits: RECEIVED, transfers: [{ state: 'gone' }] })
  })

  test('says nothing under a token that nobody was given', async () => {
    await expect(getPayableRefund(shop.ctx, { token: 'ret_guessed' })).rejects.toThrow(NotFound)
    await expect(nameRefundAddress(shop.ctx, { token: 'ret_guessed', address: PAYER, by: 'payer' })).rejects.toThrow(NotFound)
  })
})

describe('the link by which a refund is paid', () => {
  test('names no address, and the payer’s link names no transaction', async () => {
    const refund = await start(payment)
    await expect(nameRefundAddress(shop.ctx, { ...payOf(refund), address: PAYER, by: 'payer' })).rejects.toThrow(NotFound)
    await name(refund)
    await expect(nameByPayLink(shop.ctx, { ...payerOf(refund), txHash: txOf(5) })).rejects.toThrow(NotFound)
    await nameByPayLink(shop.ctx, { ...payOf(refund), txHash: txOf(5) })
    expect(await list()).toMatchObject([{ transactions: [{ txId: txOf(5), state: 'waiting', problem: null }] }])
    expect(await audited('refund.name_transaction')).toMatchObject({ actor: 'pay_link', details: { txId: txOf(5) } })
  })
})

describe('a named transaction', () => {
  const named = (refund: SeenPaymentRefund, txHash: string) => nameRefundTransaction(shop.ctx, { ...own(refund), txHash })
  const ends = (state: 'found' | 'refused') =>
    db().updateTable('refund_transaction').set({ state, problem: 'not_found', looks: 9 }).execute()

  test('is looked for at once, once, in the spelling of its chain, and again only if it was refused', async () => {
    const refund = await start(payment, { address: PAYER })
    const waiting = { txId: txOf(10), state: 'waiting', problem: null }
    expect(await named(refund, ` ${txOf(10).toUpperCase()}`)).toMatchObject({ transactions: [waiting] })
    expect(await named(refund, txOf(10))).toMatchObject({ transactions: [waiting] })
    await ends('refused')
    expect(await named(refund, txOf(10))).toMatchObject({ transactions: [waiting] })
    expect(await db().selectFrom('refund_transaction').select(['looks', 'lookAt']).execute()).toEqual([
      { looks: 9, lookAt: shop.ctx.clock.now() },
    ])
    await ends('found')
    expect(await named(refund, txOf(10))).toMatchObject({ transactions: [{ state: 'found' }] })
  })

  test('is refused before an address is named, as a text that is none, and as one too many', async () => {
    const refund = await start(payment)
    await expect(named(refund, txOf(1))).rejects.toThrow(InvalidState)
    await name(refund)
    await expect(named(refund, '0xff')).rejects.toThrow(InvalidField)
    for (let tx = 1; tx <= 20; tx++) await named(refund, txOf(tx))
    await expect(named(refund, txOf(21))).rejects.toThrow(InvalidField)
  })
})

describe('cancelling a refund', () => {
  test('frees its amount, and it is not watched any more', async () => {
    const refund = await start(payment, { address: PAYER })
    expect(await cancel(refund)).toMatchObject({ id: refund.id, status: 'cancelled' })
    expect(await stored(refund)).toMatchObject({ state: 'cancelled', endedAt: shop.ctx.clock.now(), endReason: 'cancelled' })
    expect(await audited('refund.cancel')).toMatchObject({ details: { was: 'named', address: PAYER, paidUnits: '0' } })
    expect(await start(payment)).toMatchObject({ units: RECEIVED })
    await expect(cancel(refund)).rejects.toThrow(InvalidState)
  })

  test('is refused while a transfer to it is not final, and then keeps what was paid', async () => {
    const refund = await start(payment, { address: PAYER })
    await pay(refund, 30_000n)
    await expect(cancel(refund)).rejects.toThrow('not final')
    await db().updateTable('refund_transfer').set({ state: 'final' }).execute()
    await db().updateTable('assisted_refund').set({ paidUnits: 30_000n }).execute()
    expect(await cancel(refund)).toMatchObject({ status: 'cancelled', paidUnits: 30_000n })
    expect(await start(payment)).toMatchObject({ units: RECEIVED - 30_000n })
    // Nothing was paid on this chain: what is always true is asked for at the end.
    await db().updateTable('refund_transfer').set({ state: 'gone', height: null, blockHash: null }).execute()
    await db().updateTable('assisted_refund').set({ paidUnits: 0n }).execute()
  })

  test('ends one of held money too, which stays held', async () => {
    const held = await underpaidPayment(shop, btc, HELD)
    const refund = await start(held)
    const command = { actor: shop.actor, id: held.id, refundId: refund.id }
    expect(await cancelPaymentRefund(shop.ctx, command)).toMatchObject({ paidBy: 'gateway', status: 'cancelled' })
    await expect(cancelPaymentRefund(shop.ctx, command)).rejects.toThrow(InvalidState)
    expect(await start(held)).toMatchObject({ units: HELD })
  })

  test("is refused for another payment's refund, and by another merchant, like for a missing one", async () => {
    const refund = await start(payment)
    const held = await underpaidPayment(shop, btc, HELD)
    await expect(cancelPaymentRefund(shop.ctx, { ...own(refund), id: held.id })).rejects.toThrow(NotFound)
    await expect(cancelPaymentRefund(shop.ctx, { ...own(refund), actor: await storeMerchant(shop.ctx) })).rejects.toThrow(NotFound)
    expect(await stored(refund)).toMatchObject({ state: 'offered' })
  })
})

describe('an unpaid refund', () => {
  test('is expired the moment its offer ends, and frees its amount once that is written', async () => {
    const refund = await start(payment)
    shop.ctx.clock.advance(14 * DAY_MS - 1)
    await sweepPayments(shop.ctx)
    expect(await list()).toMatchObject([{ status: 'offered' }])
    shop.ctx.clock.advance(1)
    expect(await list()).toMatchObject([{ status: 'expired' }])
    expect(await getPayableRefund(shop.ctx, payerOf(refund))).toMatchObject({ state: 'expired', paymentUri: null })
    await sweepPayments(shop.ctx)
    expect(await stored(refund)).toMatchObject({ state: 'expired', endReason: 'expired' })
    expect(await audited('refund.expire')).toMatchObject({ actor: 'system', details: { was: 'offered' } })
    expect(await start(payment)).toMatchObject({ units: RECEIVED })
  })

  test('with an address expires two hours after its end, once its chain was read so far, because a payment in time counts', async () => {
    const refund = await start(payment, { address: PAYER })
    shop.ctx.clock.advance(14 * DAY_MS + 2 * HOUR_MS)
    const over = new Date(refund.expiresAt.getTime() + 2 * HOUR_MS)
    await readUntil(new Date(over.getTime() - 1))
    await sweepPayments(shop.ctx)
    expect(await stored(refund)).toMatchObject({ state: 'named' })
    await readUntil(over)
    await nameRefundTransaction(shop.ctx, { ...own(refund), txHash: txOf(11) })
    await sweepPayments(shop.ctx)
    expect(await stored(refund)).toMatchObject({ state: 'named' })
    await db().updateTable('refund_transaction').set({ state: 'refused', problem: 'not_found' }).execute()
    await sweepPayments(shop.ctx)
    expect(await stored(refund)).toMatchObject({ state: 'expired' })
  })

  test('that lost its transfer in a reorg neither expires nor frees the amount, because a later block may hold it again', async () => {
    const refund = await start(payment, { address: PAYER })
    await pay(refund, 30_000n)
    await db().updateTable('refund_transfer').set({ state: 'gone', height: null, blockHash: null }).execute()
    await db().updateTable('assisted_refund').set({ paidUnits: 0n }).execute()
    await sql`UPDATE assisted_refund SET state = 'named'`.execute(db())
    shop.ctx.clock.advance(20 * DAY_MS)
    await readUntil(shop.ctx.clock.now())
    await sweepPayments(shop.ctx)
    expect(await stored(refund)).toMatchObject({ state: 'named' })
    await cancel(refund)
    expect(await start(payment)).toMatchObject({ units: RECEIVED - 30_000n })
  })

  test('does not expire once a part of it has arrived', async () => {
    const refund = await start(payment, { address: PAYER })
    await pay(refund, 30_000n)
    shop.ctx.clock.advance(20 * DAY_MS)
    await readUntil(shop.ctx.clock.now())
    await sweepPayments(shop.ctx)
    expect(await list()).toMatchObject([{ id: refund.id, status: 'paying' }])
  })

  test('that the database refuses to end delays no other', async () => {
    const [bad, good] = [
      await start(payment, { amountCrypto: decimal('0.0001') }),
      await start(payment, { amountCrypto: decimal('0.0001') }),
    ]
    await shop.ctx.orm.em.fork().getConnection().execute(`CREATE FUNCTION refuse_one() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'refused'; END $$; CREATE TRIGGER refuse_one BEFORE UPDATE ON assisted_refund FOR EACH ROW WHEN (OLD.id = '${bad.id}') EXECUTE FUNCTION refuse_one()`)
    shop.ctx.clock.advance(14 * DAY_MS)
    await sweepPayments(shop.ctx)
    await shop.ctx.orm.em.fork().getConnection().execute('DROP TRIGGER refuse_one ON assisted_refund; DROP FUNCTION refuse_one()')
    expect([(await stored(bad)).state, (await stored(good)).state]).toEqual(['offered', 'expired'])
  })
})

describe('renewing a refund', () => {
  test('offers an expired one again by new links, and the former ones stop working', async () => {
    const refund = await start(payment)
    shop.ctx.clock.advance(14 * DAY_MS)
    const renewed = await renew(refund)
    expect(renewed).toMatchObject({ id: refund.id, status: 'offered', expiresAt: new Date(shop.ctx.clock.now().getTime() + 14 * DAY_MS) })
    await expect(getPayableRefund(shop.ctx, payerOf(refund))).rejects.toThrow(NotFound)
    await expect(getPayableRefund(shop.ctx, payOf(refund))).rejects.toThrow(NotFound)
    expect(await getPayableRefund(shop.ctx, payOf(renewed))).toMatchObject({ state: 'offered' })
    expect(await stored(refund)).toMatchObject({ state: 'offered', endedAt: null, endReason: null })
    expect(await name(renewed)).toEqual({ address: PAYER })
  })

  test('watches a known address again', async () => {
    const refund = await start(payment, { address: PAYER })
    shop.ctx.clock.advance(15 * DAY_MS)
    await readUntil(shop.ctx.clock.now())
    expect(await renew(refund)).toMatchObject({ status: 'named', address: PAYER })
    expect(await audited('refund.renew')).toMatchObject({ actor: `merchant:${shop.actor.merchantId}` })
  })

  test('is refused when its amount is refunded otherwise by now', async () => {
    const refund = await start(payment)
    shop.ctx.clock.advance(14 * DAY_MS)
    await sweepPayments(shop.ctx)
    await start(payment, { amountCrypto: decimal('0.0002') })
    await expect(renew(refund)).rejects.toThrow(NotReturnable)
    expect(await stored(refund)).toMatchObject({ state: 'expired' })
  })

  test('is refused before it has expired, and once it is cancelled', async () => {
    const refund = await start(payment)
    await expect(renew(refund)).rejects.toThrow(InvalidState)
    await cancel(refund)
    await expect(renew(refund)).rejects.toThrow(InvalidState)
  })
})

describe('a transfer that no refund counts', () => {
  test('is shown to the merchant of an open refund to its address, who has to say what it is of', async () => {
    const refund = await start(payment, { address: PAYER })
    await pay(refund, 30_000n)
    await db().updateTable('refund_transfer').set({ refundId: null }).execute()
    expect(await list()).toMatchObject([{ transfers: [{ units: 30_000n, state: 'included', isCounted: false }] }])
    await db()
      .updateTable('refund_transfer')
      .set({ arrivedAt: new Date(payment.createdAt.getTime() - 1) })
      .execute()
    expect(await list()).toMatchObject([{ transfers: [] }])
  })
})
