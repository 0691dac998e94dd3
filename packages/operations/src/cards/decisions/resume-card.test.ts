import { openOrm, type Orm } from '@gateway/db/orm'
import { loginAs } from '@gateway/db/roles'
import { tables } from '@gateway/db/tables'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { paidCard, refund, release, requireTrue } from '../../testing/card-money.ts'
import { type CardShop, closeCardShop, openCardShop } from '../../testing/test-cards.ts'
import { testOperator } from '../../testing/test-operator.ts'
import { listHeldCards } from './list-held-cards.ts'
import { resumeCard } from './resume-card.ts'

let shop: CardShop
let operator: Orm
beforeAll(async () => {
  shop = await openCardShop()
  await shop.onboard()
  operator = await openOrm({ url: loginAs('operator', String(shop.ctx.orm.config.get('clientUrl'))), poolSize: 1 })
})
afterAll(async () => {
  await operator.close()
  await closeCardShop(shop)
})
afterEach(() => requireTrue(shop))

const db = () => tables(shop.ctx.orm.em.fork())
const by = testOperator('anna').as
const resume = (paymentId: string, reason = 'Returned in the dashboard') =>
  resumeCard({ ...shop.ctx, orm: operator }, { paymentId, by, reason })
const hold = (id: string, holdReason: string | null = 'refund_differs') =>
  db().updateTable('card_payment').set({ holdReason }).where('id', '=', id).execute()

test('an operator ends the hold of a card payment with a word for the audit log, and its money moves again', async () => {
  const payment = await paidCard(shop, { amount: 2_000, escrow_mode: true })
  await hold(payment.id)
  await expect(release(shop, payment)).rejects.toMatchObject({ code: 'INVALID_STATE' })
  expect(await listHeldCards(shop.ctx)).toMatchObject([{ payment: payment.id, amount: '20', reason: 'refund_differs' }])
  expect(await resume(payment.id)).toBe('refund_differs')
  expect(await listHeldCards(shop.ctx)).toEqual([])
  const written = await db().selectFrom('audit_entry').selectAll().where('action', '=', 'card.resume').execute()
  expect(written).toMatchObject([
    {
      actor: by,
      subjectId: payment.id,
      details: { holdReason: 'refund_differs', reason: 'Returned in the dashboard', state: 'succeeded' },
    },
  ])
  await refund(shop, { escrow_id: payment.escrowId, amount: 500 })
  await release(shop, payment)
  expect((await shop.card(payment.id)).escrow?.state).toBe('released')
})

test('what is not held, or not there, is not resumed', async () => {
  const payment = await paidCard(shop)
  await expect(resume(payment.id)).rejects.toMatchObject({ code: 'INVALID_STATE' })
  await expect(resume(shop.ctx.ids.uuid())).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const entries = await db().selectFrom('audit_entry').selectAll().where('subjectId', '=', payment.id).execute()
  expect(entries).toEqual([])
})
