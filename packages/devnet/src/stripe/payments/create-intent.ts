import { emitEvent } from '../events/emit-event.ts'
import { applicationOf } from '../objects/create-account.ts'
import type { PaymentIntent } from '../objects/payment-intent.ts'
import { createId } from '../state/ids.ts'
import { save } from '../state/store.ts'
import { nowOf, type World } from '../state/world.ts'

/** What a payment intent is created from. */
export type IntentTerms = Pick<
  PaymentIntent,
  | 'amount'
  | 'application_fee_amount'
  | 'currency'
  | 'description'
  | 'metadata'
  | 'receipt_email'
  | 'statement_descriptor'
  | 'statement_descriptor_suffix'
  | 'transfer_group'
>

/** Creates a payment intent of an account, and announces it. */
export function createIntent(world: World, account: string, terms: IntentTerms): PaymentIntent {
  const id = createId('payment_intent')
  const intent = save(world, account, {
    ...defaults,
    ...terms,
    id,
    application: applicationOf(account),
    client_secret: `${id}_secret_${createId('link')}`,
    created: nowOf(world),
  })
  emitEvent(world, 'payment_intent.created', intent)
  return intent
}

const defaults = {
  object: 'payment_intent',
  amount_capturable: 0,
  amount_received: 0,
  canceled_at: null,
  cancellation_reason: null,
  capture_method: 'automatic_async',
  confirmation_method: 'automatic',
  customer: null,
  last_payment_error: null,
  latest_charge: null,
  livemode: false,
  next_action: null,
  on_behalf_of: null,
  payment_method: null,
  payment_method_types: ['card', 'us_bank_account'],
  setup_future_usage: null,
  shipping: null,
  status: 'requires_payment_method',
  transfer_data: null,
} as const satisfies Partial<PaymentIntent>
