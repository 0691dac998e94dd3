import { eventually } from '@gateway/testing/wait'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBrowser } from '../support/browser.ts'
import { type CardShop, cardShopOf } from '../support/cards.ts'
import { type Shared, sharedStory } from '../support/shared-story.ts'

let story: Shared
let shop: CardShop
let browser: Browser
beforeAll(async () => {
  ;[story, browser] = await Promise.all([sharedStory(), startBrowser()])
  shop = cardShopOf(story.shop)
})
afterAll(async () => {
  await browser?.close()
  await story?.close()
})

const account = async () => (await shop.request(`GET /cards/connect/status/${shop.businessId}`)).body

test('A merchant completes the onboarding in a browser, and a customer pays on the hosted page and comes back to the shop.', async () => {
  const page = await browser.newPage()
  const { body: link } = await shop.request('POST /cards/connect/onboard', { businessId: shop.businessId, country: 'US' })
  expect(await account()).toMatchObject({ onboarding_complete: false, processor_account_id: link['processor_account_id'] })
  await page.goto(String(link['onboarding_url']))
  await page.getByRole('button', { name: 'Complete everything' }).click()
  expect(new URL(page.url()).origin).toBe(story.gateway.api)
  await eventually('the account to be complete', async () => (await account())['onboarding_complete'])
  expect((await shop.request(`GET /businesses/${shop.businessId}/payment-methods`)).body).toMatchObject({
    crypto: true,
    cards: true,
    escrow: true,
  })

  const thanks = `${story.gateway.api}/health/live?thanks`
  const { id, checkout_url: checkout } = await shop.createCard({ description: 'Order A-1001', successUrl: thanks })
  await page.goto(String(checkout))
  expect(await page.getByRole('heading').textContent()).toContain('25.00')
  await page.getByLabel('Card number').fill('4000 0000 0000 0002')
  await page.getByRole('button', { name: /^Pay/ }).click()
  expect(await page.getByRole('alert').textContent()).toBe('Your card was declined.')
  await page.getByLabel('Card number').fill('4242 4242 4242 4242')
  await page.getByRole('button', { name: /^Pay/ }).click()
  await page.waitForURL(thanks)
  expect(await shop.cardReaches(id, 'succeeded')).toMatchObject({ platform_fee_amount: 25, merchant_amount: 2_475 })
  const [event] = await shop.cardEvents(id, 1)
  expect(event?.type).toBe('card_payment_success')
})
