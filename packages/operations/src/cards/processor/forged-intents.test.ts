import { tables } from '@gateway/db/tables'
import type { ProcessorPurpose } from '@gateway/domain/cards/purposes'
import type { CardPaymentEntity } from '@gateway/db/cards/card-payment.entity'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { objectsOf, paidCard, refund, release, requireTrue } from '../../testing/card-money.ts'
import { type CardShop, closeCardShop, openCardShop } from '../../testing/test-cards.ts'

let shop: CardShop
beforeAll(async () => {
  shop = await openCardShop()
  await shop.onboard()
})
afterAll(() => closeCardShop(shop))
afterEach(() => requireTrue(shop))

const db = () => tables(shop.ctx.orm.em.fork())

/** Plans an intent as whoever has stolen the login of the api could, and lets the processor's role work. @returns what became of it. */
async function forge(payment: CardPaymentEntity, forged: { purpose: ProcessorPurpose; ref?: string; amountMinor: bigint }) {
  const [id, now] = [shop.ctx.ids.uuid(), shop.ctx.clock.now()]
  const { id: paymentId, currency } = payment
  const row = { id, ref: id, paymentId, currency, state: 'planned' as const, createdAt: now, updatedAt: now, ...forged }
  await db().insertInto('processor_intent').values(row).execute()
  await shop.work()
  const attempts = await db().selectFrom('processor_attempt').selectAll().where('intentId', '=', id).execute()
  await db().deleteFrom('processor_intent').where('id', '=', id).execute()
  return attempts
}

const refundIdOf = async ({ id }: CardPaymentEntity): Promise<string> =>
  (await db().selectFrom('card_refund').select('id').where('paymentId', '=', id).executeTakeFirstOrThrow()).id

test('a transfer of an escrow that nobody has released is not made', async () => {
  const payment = await paidCard(shop, { amount: 2_000, escrow_mode: true })
  const before = await objectsOf(shop, 'transfer')
  expect(await forge(payment, { purpose: 'card_transfer', amountMinor: 1_980n })).toEqual([])
  expect(await forge(payment, { purpose: 'card_transfer', ref: payment.escrowId ?? '', amountMinor: 1_980n })).toEqual([])
  expect(await objectsOf(shop, 'transfer')).toEqual(before)
})

test('a second transfer of a released escrow, and a reversal that nothing asks for, are not made', async () => {
  const payment = await paidCard(shop, { amount: 2_000, escrow_mode: true })
  await release(shop, payment)
  const before = await objectsOf(shop, 'transfer')
  expect(await forge(payment, { purpose: 'card_transfer', amountMinor: 1_980n })).toEqual([])
  expect(await forge(payment, { purpose: 'card_reversal', amountMinor: 500n })).toEqual([])
  expect(await objectsOf(shop, 'transfer')).toEqual(before)
  expect(await objectsOf(shop, 'transfer_reversal')).toEqual([])
})

test('a refund or a fee refund of another payment than its own is not made', async () => {
  const [own, other] = [await paidCard(shop, { amount: 2_000 }), await paidCard(shop, { amount: 2_000 })]
  await shop.stripe.control.do('nextRefunds', { statuses: ['pending'] })
  await refund(shop, { payment_id: own.id, amount: 500 })
  const before = [await objectsOf(shop, 'refund'), await objectsOf(shop, 'fee_refund')]
  const ref = await refundIdOf(own)
  // Its own intent is in the way, which a thief cannot move.
  await expect(forge(other, { purpose: 'card_refund', ref, amountMinor: 500n })).rejects.toThrow('processor_intent_once')
  expect(await forge(other, { purpose: 'card_refund', amountMinor: 500n })).toEqual([])
  expect(await forge(other, { purpose: 'card_fee_refund', ref, amountMinor: 5n })).toEqual([])
  expect([await objectsOf(shop, 'refund'), await objectsOf(shop, 'fee_refund')]).toEqual(before)
})
