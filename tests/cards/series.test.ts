import { payCheckout } from '@gateway/devnet/stripe/visit-pages'
import { onboardCards } from '@gateway/scripts/demo/onboard-cards'
import { eventually } from '@gateway/testing/wait'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CardShop, cardShopOf } from '../support/cards.ts'
import { type Shared, sharedStory } from '../support/shared-story.ts'

let story: Shared
let shop: CardShop
beforeAll(async () => {
  story = await sharedStory()
  shop = cardShopOf(story.shop)
  await onboardCards(shop)
})
afterAll(() => story?.close())

type Members = Readonly<Record<string, unknown>>
const childOf = async (id: unknown): Promise<Members> => {
  const { body } = await shop.request(`GET /escrow/series/${String(id)}`)
  return (body['escrows'] as Members[])[0] ?? {}
}

describe('a series that takes cards', () => {
  test('Its first card escrow comes with it; the customer is led to a fresh page, pays it, and the escrow is funded.', async () => {
    const account = await shop.request(`GET /cards/connect/status/${story.shop.businessId}`)
    const created = await shop.request('POST /escrow/series', {
      business_id: story.shop.businessId,
      payment_method: 'card',
      customer_email: 'lena@hoffmann.example',
      amount: 2_500,
      currency: 'usd',
      interval: 'monthly',
      max_periods: 2,
      processor_account_id: account.body['processor_account_id'],
    })
    expect(created).toMatchObject({
      status: 201,
      body: {
        payment_method: 'card',
        amount: 2_500,
        amount_unit: 'minor',
        coin: null,
        beneficiary_address: null,
        stripe_account_id: account.body['processor_account_id'],
        escrow: { period: 1, status: 'created', amount: 2_500, crypto_amount: null, coin: null },
      },
    })
    const { id } = created.body
    const page = String((await childOf(id))['checkout_url'])
    const led = await fetch(page, { redirect: 'manual' })
    expect(led.status).toBe(303)
    await payCheckout(led.headers.get('location') ?? '')
    await eventually('the child to be funded', async () => (await childOf(id))['status'] === 'funded')
    expect(await childOf(id)).toMatchObject({ checkout_url: null })
    expect((await fetch(page, { redirect: 'manual' })).status).toBe(400)
    expect(await shop.request(`DELETE /escrow/series/${String(id)}`)).toMatchObject({ status: 200, body: { status: 'cancelled' } })
  })
})
