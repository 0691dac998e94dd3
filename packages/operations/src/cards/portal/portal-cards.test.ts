import { ExportCardsInput, PortalCardsInput, presentCardDetail } from '@gateway/contract/portal/cards'
import { presentCardLine } from '@gateway/contract/portal/cards-csv'
import { tables } from '@gateway/db/tables'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paidCard, refund, release, tell } from '../../testing/card-money.ts'
import { type CardShop, closeCardShop, openCardShop } from '../../testing/test-cards.ts'
import { refundCard } from '../refunds/refund-card.ts'
import { listCardAttention } from './list-card-attention.ts'
import { listOperatorCards } from './list-operator-cards.ts'
import { exportPortalCards, listPortalCards } from './list-portal-cards.ts'
import { readCardDetail } from './read-card-detail.ts'

let shop: CardShop
let account: string
beforeAll(async () => {
  shop = await openCardShop()
  account = await shop.onboard()
})
afterAll(() => closeCardShop(shop))

const stranger = () => ({ ...shop.actor, merchantId: shop.ctx.ids.uuid() })
const list = (wish: Readonly<Record<string, unknown>> = {}) =>
  listPortalCards(shop.ctx, { actor: shop.actor, wish: PortalCardsInput.parse({ business_id: shop.businessId, ...wish }) })
const idsOf = async (wish: Readonly<Record<string, unknown>>) => (await list(wish)).cards.map(({ payment }) => payment.id)
const detail = async (name: string) => presentCardDetail(await readCardDetail(shop.ctx, { actor: shop.actor, name }))

test('card payments are found by kind, status, id, id at the processor, order and words, a page at a time', async () => {
  const direct = await paidCard(shop, { amount: 1_000, description: 'Sidama beans', metadata: { order_id: 'A-77' } })
  shop.ctx.clock.advance(1_000)
  const held = await paidCard(shop, { amount: 3_000, escrow_mode: true, description: 'Feldgrind grinder' })
  shop.ctx.clock.advance(1_000)
  const { payment: open } = await shop.charge({ amount: 700 })
  const everything = [open.id, held.id, direct.id]
  expect(await idsOf({})).toEqual(everything)
  expect(await idsOf({ kind: 'escrow' })).toEqual([held.id])
  expect(await idsOf({ kind: 'direct', statuses: ['succeeded'] })).toEqual([direct.id])
  for (const q of [direct.id, direct.id.slice(0, 9), direct.paymentIntentId, direct.checkoutSessionId, 'A-77', 'sidama'])
    expect(await idsOf({ q })).toContain(direct.id)
  expect(await idsOf({ q: held.escrowId })).toEqual([held.id])
  expect(await idsOf({ q: 'nothing' })).toEqual([])
  const first = await list({ limit: 2 })
  expect(first).toMatchObject({ total: 3, isCapped: false, nextCursor: held.id })
  expect(await idsOf({ limit: 2, cursor: first.nextCursor })).toEqual([direct.id])
  const day = shop.ctx.clock.now().toISOString().slice(0, 10)
  expect(await idsOf({ date_from: day, date_to: day })).toEqual(everything)
  expect(await idsOf({ date_to: '2020-01-01' })).toEqual([])
  const wish = PortalCardsInput.parse({ business_id: shop.businessId })
  await expect(listPortalCards(shop.ctx, { actor: stranger(), wish })).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

test('an export has a line for each card payment, with exact amounts in whole units', async () => {
  const wish = ExportCardsInput.parse({ business_id: shop.businessId, q: 'A-77' })
  const lines: string[] = []
  for await (const page of await exportPortalCards(shop.ctx, { actor: shop.actor, wish })) lines.push(...page.map(presentCardLine))
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatch(/,succeeded,direct,,,USD,10,10,0,0,0\.1,9\.9,.*,Sidama beans,A-77\r\n$/)
  await expect(exportPortalCards(shop.ctx, { actor: stranger(), wish })).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

test('a card payment tells what is left, what happened, and why something cannot be done now', async () => {
  const held = await paidCard(shop, { amount: 5_000, escrow_mode: true })
  await refund(shop, { payment_id: held.id, amount: 1_250, reason: 'One cup was broken' })
  expect(await detail(held.id)).toMatchObject({
    payment: { id: held.id, status: 'partially_refunded', platform_fee_amount: 37 },
    escrow: { id: held.escrowId, status: 'partially_refunded' },
    refunds: [{ status: 'succeeded', amount: 1_250, reason: 'One cup was broken' }],
    money: { captured: 5_000, pending: 0, remaining: 3_750, fee_bps: 100, fee_collected: 50, reversed: 0 },
    refund_refused_by: null,
    release_refused_by: null,
    hold_reason: null,
  })
  await release(shop, held)
  expect((await detail(held.escrowId ?? '')).payment.id).toBe(held.id)
  expect(await detail(held.paymentIntentId ?? '')).toMatchObject({ release_refused_by: 'released', refund_refused_by: null })
  const { payment: unpaid } = await shop.charge({ amount: 900 })
  expect(await detail(unpaid.id)).toMatchObject({ money: { captured: null, remaining: 0 }, refund_refused_by: 'pending' })
  await expect(readCardDetail(shop.ctx, { actor: stranger(), name: held.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('a dispute that waits for an answer and a held payment need attention, of their merchant and of operators', async () => {
  const attention = () => listCardAttention(shop.ctx, { actor: shop.actor, businessId: shop.businessId })
  expect(await attention()).toEqual({ disputes: [], held: [] })
  const disputed = await paidCard(shop, { amount: 2_000 })
  const { id } = await shop.stripe.control.do('openDispute', { charge: disputed.chargeId ?? '' })
  await tell(shop, { type: 'charge.dispute.created', objectId: id, account })
  const held = await paidCard(shop, { amount: 2_100, escrow_mode: true })
  await tables(shop.ctx.orm.em.fork()).updateTable('card_payment').set({ holdReason: 'amount_differs' }).where('id', '=', held.id).execute()
  const found = await attention()
  expect(found.disputes).toMatchObject([{ paymentId: disputed.id, status: 'needs_response', evidenceDueAt: expect.any(Date) }])
  expect(found.held).toMatchObject([{ id: held.id, holdReason: 'amount_differs' }])
  expect(await detail(held.id)).toMatchObject({ refund_refused_by: 'held', release_refused_by: 'held', hold_reason: 'amount_differs' })
  const request = { actor: stranger(), businessId: shop.businessId }
  await expect(listCardAttention(shop.ctx, request)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  expect(await listOperatorCards({ ...shop.ctx, temporalUi: 'http://temporal.example' })).toMatchObject({
    unknown: [],
    disputes: [{ paymentId: disputed.id, businessName: expect.any(String), status: 'needs_response', dueAt: expect.any(Date) }],
    held: [{ id: held.id, reason: 'amount_differs', temporalUrl: `http://temporal.example/workflows/card-escrow%2F${held.escrowId}` }],
  })
})

test('a call without an outcome is listed for operators, with how often it was made and what the processor answers', async () => {
  const payment = await paidCard(shop, { amount: 2_400 })
  await shop.stripe.control.do('failApi', { moment: 'before', answer: 'html_502', method: 'POST', path: '/v1/refunds' })
  const hear = () => {
    throw new Error('nobody waits for the refund')
  }
  const wish = { escrowId: payment.id, amount: 400n, reason: undefined }
  await refundCard({ ...shop.ctx, hear }, { actor: shop.actor, wish }).catch(() => {})
  await shop.work()
  const { unknown } = await listOperatorCards(shop.ctx)
  expect(unknown).toMatchObject([
    { purpose: 'card_refund', paymentId: payment.id, amountMinor: '400', calls: 1, problem: expect.any(String), temporalUrl: null },
  ])
})

test('a search that finds more than a thousand card payments loses none of them, neither behind a filter nor in the export', async () => {
  const { payment: first } = await shop.charge({ amount: 700, description: 'Reorder' })
  const db = tables(shop.ctx.orm.em.fork())
  await sql`INSERT INTO card_payment SELECT copy.* FROM card_payment, generate_series(1, 1001) n, jsonb_populate_record(card_payment,
    jsonb_build_object('id', md5('c' || n), 'checkout_session_id', 'cs_' || n, 'created_at', timestamptz '2020-01-01Z')) copy
    WHERE card_payment.id = ${first.id}::uuid`.execute(db)
  expect(await idsOf({ q: 'reorder', date_from: '2020-01-02' })).toEqual([first.id])
  expect(await list({ q: 'reorder', limit: 1 })).toMatchObject({ cards: [{ payment: { id: first.id } }], total: 1_000, isCapped: true })
  const wish = ExportCardsInput.parse({ business_id: shop.businessId, q: 'reorder' })
  let lines = 0
  for await (const page of await exportPortalCards(shop.ctx, { actor: shop.actor, wish })) lines += page.length
  expect(lines).toBe(1_002)
  // Nobody has created them, and nothing was charged for it.
  await db.deleteFrom('card_payment').where('createdAt', '=', new Date('2020-01-01')).execute()
})
