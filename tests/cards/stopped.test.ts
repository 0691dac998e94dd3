import { onboardCards } from '@gateway/scripts/demo/onboard-cards'
import { eventually } from '@gateway/testing/wait'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type CardShop, cardShopOf } from '../support/cards.ts'
import { type Shared, sharedStory } from '../support/shared-story.ts'
import { openShop } from '../support/shop.ts'
import { newWallets } from '../support/wallets.ts'

let story: Shared
let shop: CardShop
let account: string
const shops: CardShop[] = []
beforeAll(async () => void (story = await sharedStory()))
beforeEach(async () => {
  shop = cardShopOf(await openShop(story.gateway.api, await newWallets()))
  shops.push(shop)
  await onboardCards(shop)
  account = String((await status())['processor_account_id'])
})
afterAll(async () => {
  shops.forEach(({ receiver }) => receiver.close())
  await story?.close()
})

const status = async () => (await shop.request(`GET /cards/connect/status/${shop.businessId}`)).body
const enabled = (is: boolean, reason: string | null) =>
  eventually('the account to change', async () => {
    const { charges_enabled: charges, disabled_reason: told } = await status()
    return charges === is && told === reason
  })
const create = () => shop.request('POST /cards/payments/create', { businessId: shop.businessId, amount: 900 })
const release = (escrowId: unknown) => shop.request('POST /cards/escrow/release', { escrowId })

describe('a business whose account the processor stops', () => {
  test('takes no new payments; what was paid before is refunded, and an escrow is held until its account is free again.', async () => {
    const paid = await shop.createPaidCard({ amount: 2_000 })
    const { id, escrow_id: escrow } = await shop.createPaidCard({ amount: 5_000, escrowMode: true })
    const stopped = { charges_enabled: false, payouts_enabled: false }
    const reason = 'requirements.past_due'
    await story.stripe.control.do('moveAccount', { account, ...stopped, requirements: { disabled_reason: reason } })
    await enabled(false, reason)
    expect((await create()).body['code']).toBe('ONBOARDING_REQUIRED')
    const methods = await shop.request(`GET /businesses/${shop.businessId}/payment-methods`)
    expect(methods.body).toMatchObject({ crypto: true, cards: false, escrow: false })
    expect((await release(escrow)).body['code']).toBe('PROCESSOR_ERROR')
    expect(await shop.readCard(id)).toMatchObject({ status: 'succeeded', escrow_status: 'funded' })
    expect((await shop.request('POST /cards/refund', { payment_id: paid['id'] })).body).toMatchObject({ status: 'succeeded' })

    await story.stripe.control.do('completeOnboarding', { account })
    await enabled(true, null)
    expect((await create()).status).toBe(201)
  })

  test('and that takes the access of the platform back can take no cards; a refund on its account fails and frees its amount.', async () => {
    const { id } = await shop.createPaidCard({ amount: 2_000 })
    await story.stripe.control.do('disconnectAccount', { account })
    await enabled(false, 'platform_disconnected')
    expect((await create()).body['code']).toBe('ONBOARDING_REQUIRED')
    expect((await shop.request('POST /cards/refund', { payment_id: id })).body).toMatchObject({ status: 'failed', total_refunded: 0 })
    expect(await shop.readCard(id)).toMatchObject({ status: 'succeeded', amount_refunded: 0 })
  })
})
