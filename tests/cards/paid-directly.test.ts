import { payCheckout } from '@gateway/devnet/stripe/visit-pages'
import { onboardCards } from '@gateway/scripts/demo/onboard-cards'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CardShop, cardShopOf } from '../support/cards.ts'
import { type Shared, sharedStory } from '../support/shared-story.ts'

const DECLINED = '4000000000009995'
const AUTHENTICATED = '4000002760003184'
const DAY_SECONDS = 24 * 60 * 60

let story: Shared
let shop: CardShop
beforeAll(async () => {
  story = await sharedStory()
  shop = cardShopOf(story.shop)
  await onboardCards(shop)
})
afterAll(() => story?.close())

describe('a card payment', () => {
  test('The customer is declined, tries another card and succeeds; the fee is 1 %, and the shop hears of it once.', async () => {
    const created = await shop.createCard({ amount: 2_599, metadata: { order: 'A-1001' }, description: 'Order A-1001' })
    const { id, checkout_url: page } = created
    expect(created).toMatchObject({ status: 'pending', amount: 2_599, currency: 'usd', escrow_mode: false, escrow_id: null })
    expect(await payCheckout(String(page), DECLINED)).toMatchObject({ outcome: 'declined' })
    expect(await shop.readCard(id)).toMatchObject({ status: 'pending' })
    expect(await payCheckout(String(page))).toMatchObject({ outcome: 'paid' })
    const paid = await shop.cardReaches(id, 'succeeded')
    expect(paid).toMatchObject({ platform_fee_amount: 25, merchant_amount: 2_574, amount_refunded: 0, checkout_url: null })
    const [event, ...more] = await shop.cardEvents(id, 1)
    expect([event?.type, event?.sequence, more]).toEqual(['card_payment_success', 1, []])
    expect(event?.data).toEqual({
      amount: 2_599,
      currency: 'usd',
      processor_payment_intent_id: paid['payment_intent_id'],
      stripe_payment_intent_id: paid['payment_intent_id'],
      card_payment_id: id,
      transaction_id: id,
      business_id: shop.businessId,
      escrow_id: null,
      escrow_status: null,
      metadata: { order: 'A-1001' },
    })
  })

  test('A card that asks for authentication succeeds once its owner has confirmed.', async () => {
    const { id, checkout_url: page } = await shop.createCard()
    await payCheckout(String(page), AUTHENTICATED)
    expect(await shop.cardReaches(id, 'succeeded')).toMatchObject({ status: 'succeeded' })
  })

  test('A bank debit is pending until the bank has paid.', async () => {
    const { id, checkout_url: page } = await shop.createCard()
    expect(await payCheckout(String(page), 'bank_debit_succeeds')).toMatchObject({ outcome: 'processing' })
    const { payment_intent_id: paymentIntent } = await shop.cardReaches(id, (payment) => payment['payment_intent_id'] !== null)
    expect(await shop.readCard(id)).toMatchObject({ status: 'pending' })
    await story.stripe.control.do('settlePayment', { paymentIntent: String(paymentIntent), outcome: 'succeeded' })
    await shop.cardReaches(id, 'succeeded')
  })

  test('A bank debit that the bank refuses ends the payment as failed, and the shop is not told of a success.', async () => {
    const { id, checkout_url: page } = await shop.createCard()
    await payCheckout(String(page), 'bank_debit_fails')
    const { payment_intent_id: paymentIntent } = await shop.cardReaches(id, (payment) => payment['payment_intent_id'] !== null)
    await story.stripe.control.do('settlePayment', { paymentIntent: String(paymentIntent), outcome: 'failed' })
    await shop.cardReaches(id, 'failed')
    expect(shop.receiver.received.filter(({ data }) => data['card_payment_id'] === id)).toEqual([])
  })

  test('A page that nobody pays within a day expires with its payment and its escrow.', async () => {
    const { id } = await shop.createCard({ escrowMode: true })
    await story.stripe.control.do('advanceClock', { seconds: DAY_SECONDS + 60 })
    try {
      expect(await shop.cardReaches(id, 'expired')).toMatchObject({ escrow_status: 'expired' })
    } finally {
      await story.stripe.control.do('advanceClock', { seconds: -DAY_SECONDS - 60 })
    }
  })

  test('A yen has no smaller unit: ¥500 is 500, and its fee ¥5.', async () => {
    const { id } = await shop.createPaidCard({ amount: 500, currency: 'jpy' })
    expect(await shop.readCard(id)).toMatchObject({ amount: 500, currency: 'jpy', platform_fee_amount: 5, merchant_amount: 495 })
  })

  test('Yen go from an escrow to the merchant, and after a refund of a part, without a rounded sen.', async () => {
    const { id, escrow_id: escrow } = await shop.createPaidCard({ amount: 1_999, currency: 'jpy', escrowMode: true })
    expect(await shop.readCard(id)).toMatchObject({ platform_fee_amount: 19, merchant_amount: 1_980 })
    const refunded = await shop.request('POST /cards/escrow/refund', { escrowId: escrow, amount: 900 })
    expect(refunded.body).toMatchObject({ amount_refunded: 900, escrow_status: 'partially_refunded' })
    const released = await shop.request('POST /cards/escrow/release', { escrowId: escrow })
    expect(released.body).toMatchObject({ amount_transferred: 1_089, escrow_status: 'released' })
    const { effects } = await story.stripe.control.do('readLog')
    const transfers = effects.flatMap(({ object }) => (object.object === 'transfer' && object.transfer_group === escrow ? [object] : []))
    expect(transfers).toMatchObject([{ amount: 1_089, currency: 'jpy' }])
    const [, refund] = await shop.cardEvents(id, 3)
    expect(refund?.data).toMatchObject({ amount_refunded: 900, currency: 'jpy' })
    const tooSmall = await shop.request('POST /cards/payments/create', { businessId: shop.businessId, amount: 49, currency: 'jpy' })
    expect([tooSmall.status, tooSmall.body['code']]).toEqual([400, 'AMOUNT_TOO_SMALL'])
  })

  test('An escrow is funded by the charge, on the account of the platform.', async () => {
    const { id, escrow_id: escrow } = await shop.createPaidCard({ escrowMode: true })
    expect(await shop.readCard(id)).toMatchObject({ escrow_mode: true, escrow_status: 'funded' })
    const [event] = await shop.cardEvents(id, 1)
    expect(event).toMatchObject({ type: 'card_payment_success', data: { escrow_id: escrow, escrow_status: 'funded' } })
    const { movements } = await story.stripe.control.do('readLog')
    expect(
      movements.filter(({ account, type, amount }) => account.includes('Platform') && type === 'charge' && amount === 2_500),
    ).not.toEqual([])
  })
})
