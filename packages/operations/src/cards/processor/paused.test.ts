import { RefundCardInput, ReleaseCardEscrowInput } from '@gateway/contract/cards/inputs'
import { tables } from '@gateway/db/tables'
import type { PauseScope } from '@gateway/domain/custody/pause'
import { InvalidState } from '@gateway/domain/kernel/error'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { pausePayouts } from '../../custody/pauses/pause-payouts.ts'
import { dispute, objectsOf, paidCard, requireTrue } from '../../testing/card-money.ts'
import { liftPause } from '../../testing/test-approvals.ts'
import { type CardShop, closeCardShop, openCardShop } from '../../testing/test-cards.ts'
import { listHeldCards } from '../decisions/list-held-cards.ts'
import { releaseCardEscrow } from '../escrows/release-card-escrow.ts'
import { refundCard } from '../refunds/refund-card.ts'
import { carryOutIntent } from './call-attempt.ts'

let shop: CardShop
beforeAll(async () => {
  shop = await openCardShop()
  await shop.onboard()
})
afterAll(() => closeCardShop(shop))
afterEach(() => requireTrue(shop))

const db = () => tables(shop.ctx.orm.em.fork())
const scopes: Readonly<Record<string, () => PauseScope>> = {
  everything: () => 'global',
  'all cards': () => 'cards',
  'its merchant': () => `merchant:${shop.actor.merchantId}`,
}
/** Nobody waits for the answer. */
const impatient = () => ({
  ...shop.ctx,
  hear: () => {
    throw new Error('nobody waits')
  },
})
const asked = (paymentId: string) => db().selectFrom('processor_intent').selectAll().where('paymentId', '=', paymentId).execute()
const statesOf = async (paymentId: string) => (await asked(paymentId)).map(({ purpose, state }) => `${purpose} ${state}`).toSorted()

test.each(Object.keys(scopes))(
  'a pause of %s lets charges go on and keeps refunds and releases waiting until it is lifted',
  async (name) => {
    const scope = scopes[name]?.() ?? 'global'
    const direct = await paidCard(shop, { amount: 2_000 })
    const held = await paidCard(shop, { amount: 3_000, escrow_mode: true })
    await pausePayouts(shop.ctx, { scope, reason: 'a drill', by: 'operator:anna' })
    const wish = RefundCardInput.parse({ payment_id: direct.id, amount: 500 })
    await refundCard(impatient(), { actor: shop.actor, wish }).catch(() => {})
    await releaseCardEscrow(impatient(), { actor: shop.actor, wish: ReleaseCardEscrowInput.parse({ escrow_id: held.escrowId }) }).catch(
      () => {},
    )
    await shop.work()
    for (const intent of await asked(direct.id)) await carryOutIntent(shop.processor, intent)
    expect(await statesOf(direct.id)).toEqual(['card_charge final', 'card_refund planned'])
    expect(await statesOf(held.id)).toEqual(['card_charge final', 'card_transfer planned'])
    expect((await listHeldCards(shop.ctx)).map(({ payment, reason }) => [payment, reason])).toEqual([
      [direct.id, 'paused:card_refund'],
      [held.id, 'paused:card_transfer'],
    ])
    expect((await paidCard(shop, { amount: 700 })).state).toBe('succeeded')
    await liftPause(shop.signer, scope)
    await shop.work()
    expect((await shop.card(direct.id)).payment).toMatchObject({ state: 'partially_refunded', refundedMinor: 500n, feeReturnedMinor: 5n })
    expect((await shop.card(held.id)).escrow?.processorTransferId).toMatch(/^tr_/)
    expect(await listHeldCards(shop.ctx)).toEqual([])
  },
)

test.each([
  ['a dispute', false, 'disputed'],
  ['an inquiry', true, 'funded'],
])(
  '%s that the bank opens while a release waits takes it back, and nothing leaves once the pause is lifted',
  async (_, isInquiry, state) => {
    const held = await paidCard(shop, { amount: 3_000, escrow_mode: true })
    const scope = scopes['its merchant']?.() ?? 'global'
    const transfers = (await objectsOf(shop, 'transfer')).length
    await pausePayouts(shop.ctx, { scope, reason: 'a drill', by: 'operator:anna' })
    const wish = ReleaseCardEscrowInput.parse({ escrow_id: held.escrowId })
    await releaseCardEscrow(impatient(), { actor: shop.actor, wish }).catch(() => {})
    await dispute(shop, held, { isInquiry })
    expect(await statesOf(held.id)).toEqual(['card_charge final', 'card_transfer void'])
    expect((await shop.card(held.id)).escrow).toMatchObject({ state, transferredMinor: 0n, releasedAt: null, releaseReason: null })
    await liftPause(shop.signer, scope)
    await shop.work()
    expect((await objectsOf(shop, 'transfer')).length).toBe(transfers)
    await expect(releaseCardEscrow(shop.ctx, { actor: shop.actor, wish })).rejects.toThrow(InvalidState)
  },
)

test('a pause of coins or of another merchant does not stop card money', async () => {
  const payment = await paidCard(shop, { amount: 2_000 })
  await pausePayouts(shop.ctx, { scope: 'chain:BTC', reason: 'a drill', by: 'operator:anna' })
  const wish = RefundCardInput.parse({ payment_id: payment.id })
  await refundCard(shop.ctx, { actor: shop.actor, wish })
  expect((await shop.card(payment.id)).payment.state).toBe('refunded')
})

test('a call that was under way when everything is paused is repeated with its key: it may have moved money already', async () => {
  const payment = await paidCard(shop, { amount: 2_000 })
  const before = (await objectsOf(shop, 'refund')).length
  const hear = async () => {
    const planned = (await asked(payment.id)).find(({ purpose }) => purpose === 'card_refund')
    const failpoint = async () => Promise.reject(new Error('killed'))
    if (planned) await carryOutIntent({ ...shop.processor, failpoint }, planned).catch(() => {})
    throw new Error('killed')
  }
  await refundCard({ ...shop.ctx, hear }, { actor: shop.actor, wish: RefundCardInput.parse({ payment_id: payment.id }) }).catch(() => {})
  await pausePayouts(shop.ctx, { scope: 'global', reason: 'a drill', by: 'operator:anna' })
  shop.ctx.clock.advance(60_000)
  await shop.work()
  expect((await shop.card(payment.id)).payment.refundedMinor).toBe(2_000n)
  expect(await statesOf(payment.id)).toEqual(['card_charge final', 'card_fee_refund planned', 'card_refund final'])
  expect((await objectsOf(shop, 'refund')).length).toBe(before + 1)
  await liftPause(shop.signer, 'global')
  await shop.work()
})
