import type { InvoiceEntity } from '@gateway/db/invoices/invoice.entity'
import { findHeldInvoices } from '@gateway/db/invoices/money/held-queries'
import { tables } from '@gateway/db/tables'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { pinRefunds } from '../../custody/pins/pin-refunds.ts'
import { markPaid } from '../settling/mark-paid.ts'
import { signDue } from '../../testing/sign-forward.ts'
import { coins, openChain, output, type TestChain, tokens } from '../../testing/test-chain.ts'
import { invoiceOf, sentInvoice } from '../../testing/test-invoices.ts'
import { HOLD_HOURS, PAYER, refundsOf } from '../../testing/test-refunds.ts'
import { closeShop, openShop, type TestShop } from '../../testing/test-shop.ts'
import { quoteInvoice } from '../quotes/quote-invoice.ts'
import { readInvoiceMoney } from '../standing/read-invoice-money.ts'
import { listInvoiceAttention } from '../portal/list-invoice-attention.ts'
import { forwardWithin } from './forward-held.ts'
import { giveBack } from './give-back.ts'
import { listHeldInvoices } from './list-held.ts'
import { listInvoiceRefunds } from './list-refunds.ts'
import { refundInvoice } from './refund-invoice.ts'
import { transaction } from '../../kernel/transaction.ts'

const DUE = 166_667n
const request = { linkDays: 30, holdHours: HOLD_HOURS } as const

let shop: TestShop
beforeEach(async () => void (shop = await openShop({}, 2)))
afterEach(() => closeShop(shop))

const db = () => tables(shop.ctx.orm.em.fork())
const payouts = () => db().selectFrom('spend_intent').select(['purpose', 'leg', 'asset', 'units', 'state']).orderBy('createdAt').execute()
const moneyOf = async (id: string) => readInvoiceMoney(shop.ctx.orm.em.fork(), shop.ctx, await invoiceOf(shop, id))
const forward = (invoiceId: string) => transaction(shop.ctx, (em) => forwardWithin(em, shop.ctx, { invoiceId, by: 'operator:anna' }))

describe('money at the deposit contract of an invoice', () => {
  let eth: TestChain
  let invoice: InvoiceEntity
  beforeEach(async () => {
    eth = await openChain(shop.ctx, 'ETH')
    invoice = await sentInvoice(shop, { asset: 'ETH' })
    await eth.mine({ transfers: [tokens(invoice.paymentAddress ?? '', 100_000_000n, { tx: 1 })], at: shop.ctx.clock.now() })
    await eth.mineEmpty(12)
  })

  test('in another coin waits as such, and goes to the merchant less the fee (L15, then L2)', async () => {
    expect(await moneyOf(invoice.id)).toMatchObject({ needsDecision: true, deposits: [{ state: 'held', heldFor: 'wrong_asset' }] })
    expect(await shop.book()).toEqual({ 'USDC_ETH chain:deposit': -100_000_000n, 'USDC_ETH suspense:wrong_asset': 100_000_000n })
    expect(await forward(invoice.id)).toEqual(['USDC_ETH'])
    expect(await payouts()).toEqual([{ purpose: 'invoice_forward', leg: 0, asset: 'USDC_ETH', units: 100_000_000n, state: 'planned' }])
    expect(await shop.book()).toMatchObject({ 'USDC_ETH merchant:payable': 99_000_000n, 'USDC_ETH platform:fee': 1_000_000n })
    await expect(forward(invoice.id)).rejects.toMatchObject({ code: 'INVALID_STATE' })
  })

  test('is not refunded by the gateway: the contract pays its merchant and the platform alone', async () => {
    await eth.mine({ transfers: [coins(invoice.paymentAddress ?? '', 10n ** 16n, { tx: 2 })] })
    const asked = refundInvoice(shop.ctx, { actor: shop.actor, id: invoice.id, request })
    await expect(asked).rejects.toMatchObject({ code: 'INVALID_STATE', message: expect.stringContaining('on ETH') })
  })
})

describe('a round of an invoice that is too small for its cost', () => {
  test('is enlarged by credited money that comes later, and leaves', async () => {
    const btc = await openChain(shop.ctx, 'BTC')
    const { priceSpace } = refundsOf(() => ({ shop, btc }))
    const { id, paymentAddress } = await sentInvoice(shop, { amountMinor: 120_000n })
    const pays = async (units: bigint, tx: number) => {
      await btc.mine({ transfers: [output(paymentAddress ?? '', units, { tx })], at: shop.ctx.clock.now() })
      await btc.mineEmpty(5)
    }
    await priceSpace()
    await pays(20_000n, 1)
    await priceSpace(100_000n)
    expect(await signDue(shop.signer)).toBe(0)
    expect(await payouts()).toMatchObject([{ leg: 0, units: 20_000n, state: 'held' }])
    await quoteInvoice(shop.ctx, { invoiceId: id })
    await pays(2_000_000n, 2)
    expect(await payouts()).toMatchObject([{ leg: 0, units: 2_020_000n }])
    shop.ctx.clock.advance(60_000)
    await priceSpace(100_000n)
    expect(await signDue(shop.signer)).toBe(1)
    expect(await moneyOf(id)).toMatchObject({ needsDecision: false })
  })
})

describe('what was paid beyond what an invoice asks for', () => {
  const give = (id: string, digits: bigint) =>
    giveBack(shop.ctx, { actor: shop.actor, id, given: { amount: { digits, scale: 2 }, note: 'Bank transfer' } })

  test('is to be given back until its merchant says that it was, at most what is open', async () => {
    const { id } = await sentInvoice(shop, { asset: null })
    await markPaid(shop.ctx, { actor: shop.actor, id })
    await db().updateTable('invoice').set({ creditNotesMinor: 3_000n }).where('id', '=', id).execute()
    expect(await moneyOf(id)).toMatchObject({ overpaidMinor: 3_000n, needsDecision: true })
    expect((await listInvoiceAttention(shop.ctx, shop)).owed).toMatchObject([{ invoice: id, minor: 3_000n }])
    await give(id, 1_000n)
    shop.ctx.clock.advance(1_000)
    expect(await moneyOf(id)).toMatchObject({ overpaidMinor: 2_000n, needsDecision: true })
    await expect(give(id, 2_001n)).rejects.toMatchObject({ code: 'INVALID_AMOUNT' })
    const both = await Promise.allSettled([give(id, 2_000n), give(id, 2_000n)])
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await moneyOf(id)).toMatchObject({ overpaidMinor: 0n, needsDecision: false })
    expect((await listInvoiceAttention(shop.ctx, shop)).owed).toEqual([])
    expect(await listInvoiceRefunds(shop.ctx, { actor: shop.actor, id })).toMatchObject([
      { amountMinor: 2_000n, status: 'refunded' },
      { amountMinor: 1_000n, status: 'refunded', reason: 'Bank transfer' },
    ])
  })
})

test('the signer refuses a refund whose terms name another kind of object than the one that holds the money', async () => {
  const btc = await openChain(shop.ctx, 'BTC')
  const { id, paymentAddress } = await sentInvoice(shop)
  shop.ctx.clock.advance(15 * 60_000)
  await btc.mine({ transfers: [output(paymentAddress ?? '', DUE, { tx: 1 })], at: shop.ctx.clock.now() })
  await btc.mineEmpty(1)
  await refundsOf(() => ({ shop, btc })).priceSpace()
  await refundInvoice(shop.ctx, { actor: shop.actor, id, request: { ...request, address: PAYER } })
  await shop.ctx.orm.em.fork().getConnection()
    .execute(`ALTER TABLE payout_terms DISABLE TRIGGER ALL; UPDATE payout_terms SET subject = 'refund' WHERE subject = 'invoice_refund';
      ALTER TABLE payout_terms ENABLE TRIGGER ALL`)
  await pinRefunds(shop.signer)
  const pins = await db().selectFrom('payout_terms_pin').select('refused').where('refused', 'is not', null).execute()
  expect(pins).toEqual([{ refused: 'source_is_not_the_payments' }])
})

test('dust that waits for ever keeps no larger sum of its coin from a list that has an end', async () => {
  const btc = await openChain(shop.ctx, 'BTC')
  const [dusty, rich] = [await sentInvoice(shop), await sentInvoice(shop)]
  shop.ctx.clock.advance(15 * 60_000)
  for (const [{ paymentAddress }, units, tx] of [[dusty, 400n, 1] as const, [rich, DUE, 2] as const]) {
    shop.ctx.clock.advance(1_000)
    await btc.mine({ transfers: [output(paymentAddress ?? '', units, { tx })], at: shop.ctx.clock.now() })
  }
  await btc.mineEmpty(2)
  const listed = async (most: number) =>
    (await findHeldInvoices(shop.ctx.orm.em.fork(), { most, now: shop.ctx.clock.now() })).map(({ invoice }) => invoice)
  expect(await listed(2)).toEqual([dusty.id, rich.id])
  expect(await listed(1)).toEqual([rich.id])
})

test('an attacker with write access to refunds cannot hide whom an invoice’s held money goes to: the held list shows the payout terms', async () => {
  const btc = await openChain(shop.ctx, 'BTC')
  const { id, paymentAddress } = await sentInvoice(shop)
  shop.ctx.clock.advance(15 * 60_000)
  await btc.mine({ transfers: [output(paymentAddress ?? '', DUE, { tx: 1 })], at: shop.ctx.clock.now() })
  await btc.mineEmpty(1)
  await refundInvoice(shop.ctx, { actor: shop.actor, id, request: { ...request, address: PAYER } })
  const tamper = (change: string) =>
    shop.ctx.orm.em.fork().getConnection()
      .execute(`ALTER TABLE refund DISABLE TRIGGER ALL; UPDATE refund SET address = 'bcrt1qdavt4j2sd7dlhqsavtnfxvzppw6k7qy97tmnu9', ${change};
        ALTER TABLE refund ENABLE TRIGGER ALL`)
  for (const change of ['hold_reason = NULL', "hold_reason = 'waits_for_confirmations'"]) {
    await tamper(change)
    expect(await listHeldInvoices(shop.ctx)).toMatchObject([{ invoice: id, reason: expect.stringContaining(`to ${PAYER}`) }])
  }
})
