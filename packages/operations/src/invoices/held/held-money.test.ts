import type { InvoiceEntity } from '@gateway/db/invoices/invoice.entity'
import { tables } from '@gateway/db/tables'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { pinRefunds } from '../../custody/pins/pin-refunds.ts'
import { decisionOwners } from '../../jobs/decision-owners.ts'
import { refundOwners } from '../../jobs/refund-owners.ts'
import { carryOutDecision } from '../../payments/portal/carry-out-decision.ts'
import { claimRefund } from '../../payments/refunds/claim-refund.ts'
import { getRefund } from '../../payments/refunds/get-refund.ts'
import { signDue } from '../../testing/sign-forward.ts'
import { attemptsOf, openChain, output, type TestChain } from '../../testing/test-chain.ts'
import { invoiceEvents, invoiceOf, sentInvoice } from '../../testing/test-invoices.ts'
import { HOLD_HOURS, PAYER, refundsOf } from '../../testing/test-refunds.ts'
import { closeShop, openShop, type TestShop } from '../../testing/test-shop.ts'
import { sweepInvoices } from '../overdue/sweep-invoices.ts'
import { listInvoiceAttention } from '../portal/list-invoice-attention.ts'
import { readInvoiceMoney } from '../standing/read-invoice-money.ts'
import { cancelInvoiceRefund } from './cancel-refund.ts'
import { decideForward } from './decide-forward.ts'
import { listHeldInvoices } from './list-held.ts'
import { refundInvoice } from './refund-invoice.ts'

/** 100.00 US dollars at 60 000. */
const DUE = 166_667n
const LATE = 50_000n

let shop: TestShop
let btc: TestChain
let invoice: InvoiceEntity
beforeEach(async () => {
  shop = await openShop({}, 4)
  btc = await openChain(shop.ctx, 'BTC')
  invoice = await sentInvoice(shop)
})
afterEach(() => closeShop(shop))

const { pass, priceSpace } = refundsOf(() => ({ shop, btc }))
const db = () => tables(shop.ctx.orm.em.fork())
const money = async () => readInvoiceMoney(shop.ctx.orm.em.fork(), shop.ctx, await invoiceOf(shop, invoice.id))
const payouts = () =>
  db().selectFrom('spend_intent').select(['purpose', 'leg', 'units', 'state']).orderBy('createdAt').orderBy('leg').execute()
const refunds = () => db().selectFrom('refund').selectAll().orderBy('offeredAt').orderBy('id').execute()

/** A confirmed deposit. */
async function pay(units: bigint, tx: number): Promise<void> {
  const at = shop.ctx.clock.now()
  shop.ctx.clock.advance(1_000)
  await btc.mine({ transfers: [output(invoice.paymentAddress ?? '', units, { tx })], at })
  await btc.mineEmpty(1)
}

/** Pays the invoice, forwards that, and has more come afterwards. */
async function payTwice(): Promise<void> {
  await pay(DUE, 1)
  await sendAll()
  await pay(LATE, 2)
  expect((await shop.book())['BTC suspense:late']).toBe(LATE)
}

/** Signs what is planned, sends it and mines it until it is final. */
async function sendAll(): Promise<void> {
  await priceSpace()
  await signDue(shop.signer)
  await btc.send()
  await btc.mine({ attempts: (await attemptsOf(shop.ctx)).filter(({ state }) => state === 'broadcast') })
  await btc.mineEmpty(5)
}

const request = (terms: Partial<Parameters<typeof refundInvoice>[1]['request']> = {}) =>
  refundInvoice(shop.ctx, { actor: shop.actor, id: invoice.id, request: { linkDays: 30, holdHours: HOLD_HOURS, ...terms } })
/** Offers the held money back, and claims it as the payer. */
async function claimed(): Promise<void> {
  const { token } = await request()
  await claimRefund(shop.ctx, refundOwners, { token, address: PAYER, holdHours: HOLD_HOURS, by: 'payer' })
  await pinRefunds(shop.signer)
}

/** Forwards the held money as the merchant decides and the relay carries out. */
async function forward(): Promise<void> {
  let isOpen = true
  const asked = decideForward(shop.ctx, { actor: shop.actor, id: invoice.id }).finally(() => (isOpen = false))
  asked.catch(() => {})
  while (isOpen) if (!(await carryOutDecision(shop.ctx, decisionOwners))) await shop.ctx.hear({ channel: 'decision', payload: '', ms: 5 })
  await asked
}

describe('held money of an invoice', () => {
  test('goes back once to the address that its payer named, less the network fee, and leaves nothing in the book (L16)', async () => {
    await payTwice()
    const before = await shop.book()
    await claimed()
    await sweepInvoices(shop.ctx)
    expect(await payouts()).toHaveLength(1)
    await pass()
    await sweepInvoices(shop.ctx)
    expect(await money()).toMatchObject({ needsDecision: false, deposits: [{ state: 'credited' }, { state: 'returned', units: LATE }] })
    await sendAll()
    const { 'BTC chain:deposit': _deposit, 'BTC suspense:late': _late, ...rest } = before
    expect(await shop.book()).toEqual(rest)
    expect(await payouts()).toMatchObject([
      { purpose: 'invoice_forward', leg: 0, units: DUE, state: 'final' },
      { purpose: 'invoice_refund', leg: 0, units: LATE, state: 'final' },
    ])
    expect(await refunds()).toMatchObject([{ state: 'returned', invoiceId: invoice.id, paymentId: null, address: PAYER }])
    await sweepInvoices(shop.ctx)
    await sendAll()
    expect(await attemptsOf(shop.ctx)).toHaveLength(2)
    expect(await invoiceEvents(shop, invoice.id)).toEqual(['invoice.paid'])
  })

  test('goes to the merchant by its decision, less the fee, and credits nothing (L15, then L2)', async () => {
    shop.ctx.clock.advance(15 * 60_000)
    await pay(DUE, 1)
    expect(await payouts()).toEqual([])
    await forward()
    expect(await payouts()).toMatchObject([{ purpose: 'invoice_forward', units: DUE, state: 'planned' }])
    expect(await money()).toMatchObject({ needsDecision: false, deposits: [{ state: 'forwarded' }] })
    await sendAll()
    expect(await shop.book()).toEqual({ 'BTC chain:treasury': -1_666n, 'BTC platform:fee': 1_666n })
    expect(await invoiceOf(shop, invoice.id)).toMatchObject({ state: 'sent', creditedMinor: 0n })
    await expect(decideForward(shop.ctx, { actor: shop.actor, id: invoice.id })).resolves.toBeUndefined()
    expect(await payouts()).toHaveLength(1)
  })

  test('is listed to operators and to its merchant, with what becomes of it', async () => {
    await payTwice()
    const reasons = async () => [
      (await listHeldInvoices(shop.ctx)).map(({ amount, reason }) => [amount, reason]),
      (await listInvoiceAttention(shop.ctx, shop)).held.map(({ units, reason }) => [units, reason]),
    ]
    expect(await reasons()).toEqual([[['0.0005', 'late']], [[LATE, 'late']]])
    const { token } = await request()
    expect(await reasons()).toEqual([[['0.0005', expect.stringContaining('offered_back_until')]], [[LATE, 'offered_back_until']]])
    await claimRefund(shop.ctx, refundOwners, { token, address: PAYER, holdHours: HOLD_HOURS, by: 'payer' })
    expect(await reasons()).toEqual([[['0.0005', expect.stringContaining(`to ${PAYER}`)]], [[LATE, 'goes_back_from']]])
    await pinRefunds(shop.signer)
    await pass()
    await sweepInvoices(shop.ctx)
    expect(await reasons()).toEqual([[['0.0005', 'waits_for_the_signer']], []])
    await sendAll()
    expect(await reasons()).toEqual([[], []])
  })

  test('is shown to its payer by the number of the invoice', async () => {
    await payTwice()
    const { token } = await request()
    expect(await getRefund(shop.ctx, refundOwners, { token })).toMatchObject({
      state: 'offered',
      reference: `INV-${invoice.number}`,
      units: LATE,
    })
  })

  test('goes to an address that the merchant named with the refund, after the same hold', async () => {
    await payTwice()
    expect(await request({ address: PAYER })).toMatchObject({ status: 'named', address: PAYER, units: LATE })
    await pinRefunds(shop.signer)
    await sweepInvoices(shop.ctx)
    expect(await payouts()).toHaveLength(1)
    await pass()
    await sweepInvoices(shop.ctx)
    expect(await payouts()).toMatchObject([{}, { purpose: 'invoice_refund', units: LATE }])
  })

  test('is refunded only as it is: another amount than what is held is refused and offers nothing', async () => {
    await payTwice()
    await expect(request({ amountCrypto: { digits: 4n, scale: 4 } })).rejects.toMatchObject({ code: 'INVALID_AMOUNT' })
    expect(await refunds()).toEqual([])
    await expect(request({ amountCrypto: { digits: 50n, scale: 5 } })).resolves.toMatchObject({ status: 'offered' })
  })

  test('is not refunded where nothing is held', async () => {
    await pay(DUE, 1)
    await expect(request()).rejects.toMatchObject({ code: 'INVALID_STATE' })
  })

  test('stays held when the refund is cancelled, and can be offered anew', async () => {
    await payTwice()
    const { id } = await request()
    await cancelInvoiceRefund(shop.ctx, { actor: shop.actor, id: invoice.id, refundId: id })
    expect(await money()).toMatchObject({ needsDecision: true })
    await claimed()
    expect(await refunds()).toMatchObject([{ state: 'withdrawn' }, { state: 'claimed' }])
  })
})

test('held money waits for its merchant again once the link by which its payer could claim it has ended unused', async () => {
  await payTwice()
  await request({ linkDays: 1 })
  expect(await money()).toMatchObject({ needsDecision: false })
  await pass(24)
  expect(await money()).toMatchObject({ needsDecision: true })
  expect((await listInvoiceAttention(shop.ctx, shop)).held).toMatchObject([{ units: LATE, reason: 'late' }])
  await claimed()
  expect(await money()).toMatchObject({ needsDecision: false })
})

describe('of several decisions about the same held money', () => {
  test('a forward ends the refund that waits for its hold, so that the money leaves once', async () => {
    await payTwice()
    await claimed()
    await forward()
    await pass()
    await sweepInvoices(shop.ctx)
    expect(await refunds()).toMatchObject([{ state: 'withdrawn', endReason: 'money_was_forwarded' }])
    expect(await payouts()).toMatchObject([{}, { purpose: 'invoice_forward', leg: 1, units: LATE }])
  })

  test('a forward that comes after the refund was planned is refused', async () => {
    await payTwice()
    await claimed()
    await pass()
    await sweepInvoices(shop.ctx)
    await expect(forward()).rejects.toMatchObject({ code: 'INVALID_STATE' })
  })

  test.each([0, 1, 2])('refund, forward and a further deposit at once move each deposit once (round %i)', async () => {
    await payTwice()
    await claimed()
    await pass()
    await Promise.allSettled([sweepInvoices(shop.ctx), forward(), pay(70_000n, 3), sweepInvoices(shop.ctx)])
    const taken = await db()
      .selectFrom('deposit')
      .innerJoin('spend_intent', 'spend_intent.id', 'deposit.intentId')
      .select(({ fn }) => ['spend_intent.id', fn.sum<string>('deposit.units').as('sum')])
      .groupBy('spend_intent.id')
      .execute()
    const planned = await db().selectFrom('spend_intent').select(['id', 'units']).execute()
    expect(new Map(taken.map(({ id, sum }) => [id, BigInt(sum)]))).toEqual(new Map(planned.map(({ id, units }) => [id, units])))
    const [first] = await refunds()
    expect(['paying', 'withdrawn']).toContain(first?.state)
    expect((await payouts()).filter(({ purpose }) => purpose === 'invoice_refund')).toHaveLength(first?.state === 'paying' ? 1 : 0)
  })

  test('of two refunds at once one is open, and the other is refused or replaced by it', async () => {
    await payTwice()
    await Promise.allSettled([request({ address: PAYER }), request({ address: PAYER }), request()])
    expect((await refunds()).filter(({ state }) => state !== 'withdrawn')).toHaveLength(1)
  })

  test('money that came after the refund was planned is held for a further decision', async () => {
    await payTwice()
    await claimed()
    await pass()
    await sweepInvoices(shop.ctx)
    await pay(70_000n, 3)
    await sendAll()
    expect((await shop.book())['BTC suspense:late']).toBe(70_000n)
    expect(await money()).toMatchObject({ needsDecision: true })
    expect(await request()).toMatchObject({ units: 70_000n })
  })
})

test('a refund that a reorganisation has emptied for good ends, and what comes again can be offered', async () => {
  await pay(DUE, 1)
  await sendAll()
  await pay(LATE, 2)
  await claimed()
  await pass()
  await sweepInvoices(shop.ctx)
  await btc.rollBack(2)
  await btc.mineEmpty(2)
  expect((await payouts()).filter(({ purpose }) => purpose === 'invoice_refund')).toHaveLength(1)
})
