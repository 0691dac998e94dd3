import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CardShop, closeCardShop, openCardShop } from '../../testing/test-cards.ts'

let shop: CardShop
beforeAll(async () => {
  shop = await openCardShop()
})
afterAll(() => closeCardShop(shop))

test('a business without an account at the processor takes no cards', async () => {
  await expect(shop.charge()).rejects.toMatchObject({ code: 'ONBOARDING_REQUIRED' })
})

describe('a direct card payment', () => {
  test('is created with its page, and succeeds once it is paid', async () => {
    await shop.onboard()
    const { payment, escrowState } = await shop.charge({ amount: 2_500, currency: 'usd', metadata: { order: 'A-1' } })
    expect({ ...payment, escrowState }).toMatchObject({
      state: 'pending',
      amountMinor: 2_500n,
      currency: 'USD',
      escrowId: null,
      escrowState: null,
    })
    expect(payment.checkoutUrl).toMatch(/^http/)
    await shop.pay(payment.checkoutUrl)
    await shop.look(10 * 60_000)
    const { payment: paid } = await shop.card(payment.id)
    expect(paid).toMatchObject({ state: 'succeeded', capturedMinor: 2_500n, lookAt: null, checkoutUrl: null })
    expect(await shop.events(payment.id)).toEqual(['card_payment_success'])
    expect(await shop.book()).toEqual({ 'USD card:clearing': -25n, 'USD platform:fee': 25n })
  })
})
