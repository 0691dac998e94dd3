import { gatewayKeys, gatewayWebhookSecrets as secrets } from '@gateway/devnet/stripe/gateway-keys'
import { type RunningStripe, startStripe, type StripeOptions } from '@gateway/devnet/stripe/start-stripe'
import type { Settings } from './settings.ts'

/** Starts the double of the card processor, which calls the gateway at this origin. */
export function startCards(publicUrl: string, options: Pick<StripeOptions, 'dataDir' | 'settleSeconds'> = {}): Promise<RunningStripe> {
  const url = `${publicUrl}/api/cards/webhook`
  const webhooks = { platform: { url, secret: secrets.platform }, connect: { url, secret: secrets.connect } }
  return startStripe({ ...options, webhooks, keys: Object.values(gatewayKeys) })
}

/** Settings of the role that calls the double. */
export const processorSettings = (stripeUrl: string): Settings => ({
  STRIPE_URL: stripeUrl,
  STRIPE_CHECKOUT_KEY: gatewayKeys.checkout.key,
  STRIPE_REFUNDS_KEY: gatewayKeys.refunds.key,
  STRIPE_TRANSFERS_KEY: gatewayKeys.transfers.key,
})

/** Settings of the API, which verifies the events of the double and never calls it. */
export const processorEventSettings: Settings = { STRIPE_WEBHOOK_SECRETS: Object.values(secrets).join(',') }
