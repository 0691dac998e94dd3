import type { RunningStripe } from '@gateway/devnet/stripe/start-stripe'
import { payCheckout } from '@gateway/devnet/stripe/visit-pages'
import type { Log } from '@gateway/devnet/processes/running'
import { waitFor } from '@gateway/devnet/wait'
import { call } from './client.ts'
import { onboardCards, type Onboarding } from './onboard-cards.ts'

/** The demo's shop, and the double of the card processor. */
interface Counter extends Onboarding {
  readonly stripe: Pick<RunningStripe, 'control'>
  readonly log: Log
}

/** A card payment as the API shows it; amounts in cents. */
interface ShownCard {
  readonly id: string
  readonly status: string
  readonly amount: number
  readonly platform_fee_amount: number
  readonly checkout_url: string | null
  readonly payment_intent_id: string | null
}

const NAME = 'CARD'.padEnd(8)
const AMOUNT_CENTS = 2_500
const PATIENCE = { timeoutMs: 60_000, everyMs: 250 }

/** One card payment, from the onboarding of the shop to its charge. */
export async function payByCard({ log, ...counter }: Counter): Promise<ShownCard> {
  const { api, key, businessId } = counter
  await onboardCards(counter)
  log(`${NAME}  the shop is onboarded at the card processor`)
  const body = { businessId, amount: AMOUNT_CENTS, currency: 'usd', description: 'Order A-1001' }
  const { payment } = await call<{ payment: ShownCard }>(api, { path: '/cards/payments/create', key, body })
  log(`${NAME}  25 USD, to be paid on ${payment.checkout_url}`)
  const { outcome } = await payCheckout(payment.checkout_url ?? '')
  log(`${NAME}  the page says: ${outcome}`)
  const succeeded = await waitFor<ShownCard>(
    'the card payment to succeed',
    async () => {
      const read = await call<{ payment: ShownCard }>(api, { path: `/cards/payments/${payment.id}`, key })
      return read.payment.status === 'succeeded' ? read.payment : undefined
    },
    PATIENCE,
  )
  log(`${NAME}  succeeded; ${succeeded.platform_fee_amount} cents of ${succeeded.amount} are the fee`)
  return succeeded
}

/** Whether the double of the card processor charged a payment once, with the amount and the fee that the gateway shows, and a sentence about it. */
export async function compareWithProcessor({ stripe }: Pick<Counter, 'stripe'>, payment: ShownCard) {
  const charges = (await stripe.control.objectsOf('charge')).filter((one) => one.payment_intent === payment.payment_intent_id && one.paid)
  const [charge] = charges
  const isSame = charges.length === 1 && charge?.amount === payment.amount && charge.application_fee_amount === payment.platform_fee_amount
  const done = charges.map((one) => `${one.id} of ${one.amount} with a fee of ${one.application_fee_amount}`).join(' and ')
  const verdict = isSame ? 'is the same at the processor' : 'IS ANOTHER AT THE PROCESSOR'
  const sentence = `The card payment of ${payment.amount} cents with a fee of ${payment.platform_fee_amount} ${verdict}: ${done || 'no charge'}.`
  return { isSame, sentence }
}
