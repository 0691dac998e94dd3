import type { CardPayment } from '@gateway/client'
import { payCheckout } from '@gateway/devnet/stripe/visit-pages'
import { onboardCards } from '@gateway/scripts/demo/onboard-cards'
import { eventually } from '@gateway/testing/wait'
import { type Ground, newMerchant } from './ground.ts'

/** What a card payment of the shop is created with. */
interface Terms {
  readonly amount?: number
  readonly escrow_mode?: boolean
  /** Of the shop by default. */
  readonly key?: string
}

/** A business other than the shop. */
interface Trader {
  readonly key: string
  readonly businessId: string
}

const onboarded = new WeakMap<Ground, Promise<void>>()
const kept = new WeakMap<Ground, Promise<CardPayment>>()

/** The shop, which takes cards from the first story on that needs it. */
export async function cardShop(ground: Ground): Promise<Ground['shop']> {
  const begun = onboarded.get(ground) ?? onboardCards(ground.shop)
  onboarded.set(ground, begun)
  await begun
  return ground.shop
}

/** Another business that takes cards. */
export async function newCardTrader(ground: Ground): Promise<Trader> {
  const trader = await newBusiness(ground)
  await onboardCards({ api: ground.story.gateway.api, ...trader })
  return trader
}

/** Stops an account at the processor, which does not tell the gateway. */
export async function stopAtProcessor(
  { clientOf, story }: Ground,
  { key, businessId }: Trader,
  what: 'charges' | 'payouts',
): Promise<void> {
  const { processor_account_id: account } = await clientOf(key).cards.accounts.status(businessId)
  await story.stripe.control.do('disturbEvents', { kind: 'drop', type: 'account.updated' })
  await story.stripe.control.do('moveAccount', { account: account ?? 'none', [`${what}_enabled` as const]: false })
}

/** A business that was never onboarded at the card processor. */
export async function newBusiness({ clientOf }: Ground): Promise<Trader> {
  const { token } = await newMerchant(clientOf)
  const { business } = await clientOf(token).businesses.create({ name: 'Card shop' })
  return { key: business.api_key, businessId: business.id }
}

/** A card payment of the shop, paid and captured. */
export async function paidCard(ground: Ground, { amount = 2_599, escrow_mode = false, key }: Terms = {}): Promise<CardPayment> {
  const { cards } = ground.clientOf(key ?? (await cardShop(ground)).key)
  const { payment } = await cards.create({ amount, escrow_mode })
  await payCheckout(payment.checkout_url ?? 'nowhere')
  return eventually(`card payment ${payment.id} to succeed`, async () => {
    const { payment: seen } = await cards.get(payment.id)
    return seen.status === 'succeeded' && seen
  })
}

/** A large payment of the shop, which stories read, and refund a cent of. */
export function largePayment(ground: Ground): Promise<CardPayment> {
  const payment = kept.get(ground) ?? paidCard(ground, { amount: 100_000 })
  kept.set(ground, payment)
  return payment
}

/** A dispute of a paid card payment of the shop, as the gateway knows it. */
export async function disputed(ground: Ground) {
  const { id, payment_intent_id: intent } = await paidCard(ground)
  await ground.story.stripe.control.do('openDispute', { charge: intent ?? 'none' })
  const { disputes } = ground.clientOf(ground.shop.key).cards
  const found = await eventually(`the dispute of ${id}`, async () => (await disputes.list()).disputes.find((one) => one.payment_id === id))
  Object.assign(latestDispute, { id: found.id, nameAtProcessor: found.processor_dispute_id })
  return found
}

/** The dispute that was opened last; a list may have others above it. */
export const latestDispute = { id: 'none', nameAtProcessor: 'none' }
