import { tables } from '@gateway/db/tables'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { paidCard, refund, release, requireTrue, tell } from '../../testing/card-money.ts'
import { type CardShop, closeCardShop, openCardShop } from '../../testing/test-cards.ts'
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

test('while a bank asks, the refund waits, and comes when the inquiry is closed', async () => {
  const payment = await inEscrow()
  const { id } = await shop.stripe.control.do('openDispute', { charge: payment.chargeId ?? '', isInquiry: true })
  await tell(shop, { type: 'charge.dispute.created', objectId: id })
  await dayOf(payment, 91)
  expect((await shop.card(payment.id)).escrow?.state).toBe('funded')
  await shop.stripe.control.do('moveDispute', { dispute: id, status: 'warning_closed' })
  await tell(shop, { type: 'charge.dispute.closed', objectId: id })
  expect((await shop.card(payment.id)).escrow?.state).toBe('refunded')
})
