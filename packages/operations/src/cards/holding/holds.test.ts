import { tables } from '@gateway/db/tables'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { transaction } from '../../kernel/transaction.ts'
import { dispute, moveDispute, paidCard, refund, release, requireTrue, tell } from '../../testing/card-money.ts'
import { type CardShop, closeCardShop, openCardShop } from '../../testing/test-cards.ts'
import { testOperator } from '../../testing/test-operator.ts'
import { resumeCard } from '../decisions/resume-card.ts'
import { holdCard } from '../lifecycle/hold-card.ts'
import { lockCard } from '../lifecycle/lock-card.ts'
import { wakeCardEscrow } from './wake-card-escrow.ts'

const DAY_MS = 24 * 60 * 60 * 1_000

let shop: CardShop
beforeAll(async () => {
  shop = await openCardShop()
  await shop.onboard()
})
afterAll(() => closeCardShop(shop))
// The processor's clock is the true one.
beforeEach(() => shop.ctx.clock.set(new Date()))
afterEach(() => requireTrue(shop))

const inEscrow = () => paidCard(shop, { amount: 2_500, escrow_mode: true })
const mails = () =>
  tables(shop.ctx.orm.em.fork()).selectFrom('email').selectAll().where('kind', '=', 'card_escrow_ending').orderBy('createdAt').execute()

/** Lets time pass until so many days after the capture of a payment. */
async function dayOf({ id }: { id: string }, day: number): Promise<void> {
  const { payment } = await shop.card(id)
  shop.ctx.clock.set(new Date((payment.capturedAt?.getTime() ?? 0) + day * DAY_MS))
  await shop.work()
}

test('card money in escrow is refunded after 90 days, and its merchant is told a week before, once', async () => {
  const payment = await inEscrow()
  await refund(shop, { escrow_id: payment.escrowId, amount: 500 })
  await dayOf(payment, 82.9)
  expect(await mails()).toHaveLength(0)
  await dayOf(payment, 83)
  await dayOf(payment, 84)
  const told = await mails()
  expect(told).toHaveLength(1)
  expect((await shop.card(payment.id)).escrow).toMatchObject({ state: 'partially_refunded', noticedAt: expect.any(Date) })
  await dayOf(payment, 89.9)
  expect((await shop.card(payment.id)).escrow?.state).toBe('partially_refunded')
  await dayOf(payment, 90)
  expect(await shop.card(payment.id)).toMatchObject({
    payment: { state: 'refunded', refundedMinor: 2_500n },
    escrow: { state: 'refunded' },
  })
  expect(await shop.events(payment.id)).toEqual(['card_payment_success', 'card_refund', 'card_refund'])
})

test('the workflow of a card escrow is started with its notice as the next thing due, and told when nothing is due any more', async () => {
  const payment = await inEscrow()
  const messages = async () =>
    (await tables(shop.ctx.orm.em.fork()).selectFrom('outbox').selectAll().orderBy('id').execute()).filter(
      ({ workflowId }) => workflowId === `card-escrow/${payment.escrowId}`,
    )
  const notice = new Date((payment.capturedAt?.getTime() ?? 0) + 83 * DAY_MS).toISOString()
  expect(await messages()).toMatchObject([
    { message: { workflow: 'cardEscrow', signal: { args: [{ state: 'funded', dueAt: notice }] }, mayRunAgain: true } },
  ])
  expect(await wakeCardEscrow(shop.ctx, { escrowId: payment.escrowId ?? '' })).toMatchObject({ state: 'funded', dueAt: notice })
  await dayOf(payment, 83)
  const end = new Date((payment.capturedAt?.getTime() ?? 0) + 90 * DAY_MS).toISOString()
  expect(await wakeCardEscrow(shop.ctx, { escrowId: payment.escrowId ?? '' })).toMatchObject({ state: 'funded', dueAt: end })
  await release(shop, payment)
  expect((await messages()).at(-1)).toMatchObject({
    message: { signal: { args: [{ state: 'released', dueAt: null }] }, onlyIfRunning: true },
  })
})

test('an escrow that was released is neither told about nor refunded', async () => {
  const payment = await inEscrow()
  await release(shop, payment)
  const before = (await mails()).length
  await dayOf(payment, 91)
  expect(await mails()).toHaveLength(before)
  expect((await shop.card(payment.id)).escrow?.state).toBe('released')
})

describe('an escrow that could not be released until the end of its hold', () => {
  const standing = async ({ id }: { id: string }) => (await shop.card(id)).escrow
  /** The day after the capture of a payment on which it is refunded by itself. */
  async function refundDay({ id }: { id: string }): Promise<number> {
    const { payment, escrow } = await shop.card(id)
    return Math.floor(((escrow?.refundAt?.getTime() ?? 0) - (payment.capturedAt?.getTime() ?? 0)) / DAY_MS)
  }

  test('because a bank disputed it is released by the merchant who has won, who is told first', async () => {
    const payment = await inEscrow()
    await dayOf(payment, 40)
    const id = await dispute(shop, payment)
    await dayOf(payment, 110)
    const before = (await mails()).length
    await moveDispute(shop, payment, { dispute: id, status: 'won' })
    expect(await standing(payment)).toMatchObject({ state: 'funded', noticedAt: expect.any(Date) })
    expect(await refundDay(payment)).toBe(117)
    const told = await mails()
    expect(told).toHaveLength(before + 1)
    expect(told.at(-1)?.usefulUntil).toEqual((await standing(payment))?.refundAt)
    await dayOf(payment, 116.9)
    await release(shop, payment)
    expect(await standing(payment)).toMatchObject({ state: 'released' })
  })

  test('because a bank has taken a part of it is refunded the rest a week after its merchant is told', async () => {
    const payment = await inEscrow()
    const id = await dispute(shop, payment, { amount: 1_000 })
    await dayOf(payment, 100)
    await moveDispute(shop, payment, { dispute: id, status: 'lost' })
    expect(await standing(payment)).toMatchObject({ state: 'partially_refunded' })
    expect(await refundDay(payment)).toBe(107)
  })

  test('because a bank asked after the notice is refunded a week after another one', async () => {
    const payment = await inEscrow()
    await dayOf(payment, 83)
    const id = await dispute(shop, payment, { isInquiry: true })
    await dayOf(payment, 91)
    expect(await standing(payment)).toMatchObject({ state: 'funded' })
    const before = (await mails()).length
    await moveDispute(shop, payment, { dispute: id, status: 'warning_closed' })
    expect(await mails()).toHaveLength(before + 1)
    await dayOf(payment, 97.9)
    expect(await standing(payment)).toMatchObject({ state: 'funded' })
    await dayOf(payment, 98.1)
    expect(await standing(payment)).toMatchObject({ state: 'refunded' })
    expect(await mails()).toHaveLength(before + 1)
  })

  test('because an operator had to decide is refunded a week after that', async () => {
    const payment = await inEscrow()
    await dayOf(payment, 83)
    const { ctx } = shop
    await transaction(ctx, async (em) =>
      holdCard(em, ctx, { ...(await lockCard(em, { paymentId: payment.id })), reason: 'refund_differs', alarm: 'card_amount_differs' }),
    )
    await dayOf(payment, 95)
    await resumeCard(ctx, { paymentId: payment.id, by: testOperator('anna').as, reason: 'Compared' })
    await shop.work()
    expect(await standing(payment)).toMatchObject({ state: 'funded' })
    expect(await refundDay(payment)).toBe(102)
  })

  test('because a refund was under way is refunded a week after that has failed', async () => {
    const payment = await inEscrow()
    await dayOf(payment, 83)
    await shop.stripe.control.do('nextRefunds', { statuses: ['pending'] })
    const { processorRefundId } = (await refund(shop, { escrow_id: payment.escrowId })).refund
    await dayOf(payment, 95)
    await shop.stripe.control.do('moveRefund', { refund: processorRefundId ?? '', status: 'failed' })
    await tell(shop, { type: 'refund.failed', objectId: processorRefundId ?? '' })
    expect(await standing(payment)).toMatchObject({ state: 'funded' })
    expect(await refundDay(payment)).toBe(102)
  })
})

describe('a refund at the end of a hold', () => {
  const refunds = ({ id }: { id: string }) =>
    tables(shop.ctx.orm.em.fork()).selectFrom('card_refund').selectAll().where('paymentId', '=', id).execute()

  test('that the processor refuses waits for an operator, and is made a week after its merchant is told again', async () => {
    const payment = await inEscrow()
    await dayOf(payment, 83)
    await shop.stripe.control.do('failApi', { moment: 'before', answer: 'status_404', method: 'POST', path: '/v1/refunds' })
    await dayOf(payment, 90)
    expect(await shop.card(payment.id)).toMatchObject({ payment: { holdReason: 'hold_end_refused' }, escrow: { state: 'funded' } })
    await dayOf(payment, 95)
    expect(await refunds(payment)).toMatchObject([{ state: 'failed', failure: 'resource_missing' }])
    await resumeCard(shop.ctx, { paymentId: payment.id, by: testOperator('anna').as, reason: 'Topped up' })
    await shop.work()
    await dayOf(payment, 102.1)
    expect(await shop.card(payment.id)).toMatchObject({ payment: { holdReason: null }, escrow: { state: 'refunded' } })
  })

  test('that comes back from the bank waits for an operator too', async () => {
    const payment = await inEscrow()
    await dayOf(payment, 83)
    await dayOf(payment, 90)
    const id = (await refunds(payment))[0]?.processorRefundId ?? ''
    await shop.stripe.control.do('moveRefund', { refund: id, status: 'failed' })
    await tell(shop, { type: 'refund.failed', objectId: id })
    expect(await shop.card(payment.id)).toMatchObject({ payment: { holdReason: 'hold_end_refused' }, escrow: { state: 'funded' } })
  })

  test('is not what a refund after a release is, which the processor may refuse', async () => {
    const payment = await inEscrow()
    await release(shop, payment)
    await dayOf(payment, 95)
    await shop.stripe.control.do('nextRefunds', { statuses: ['failed'] })
    await refund(shop, { escrow_id: payment.escrowId })
    expect((await shop.card(payment.id)).payment.holdReason).toBeNull()
  })
})
