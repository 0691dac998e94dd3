import type { z } from 'zod'
import { mergeMetadata } from '../objects/metadata.ts'
import { createId } from '../state/ids.ts'
import { nowOf, type World } from '../state/world.ts'
import { invalidRequest } from '../wire/api-error.ts'
import { describedBy } from './described.ts'
import type { SessionCreateParams } from './session-params.ts'

type CreateParams = z.output<typeof SessionCreateParams>

const MIN_LIFE_SECONDS = 30 * 60
const MAX_LIFE_SECONDS = 24 * 3_600

/** A line of what is paid for. */
export function lineItemOf({ price_data, quantity }: CreateParams['line_items'][number]) {
  const amount = price_data.unit_amount * quantity
  return {
    id: createId('line_item'),
    object: 'item',
    amount_discount: 0,
    amount_subtotal: amount,
    amount_tax: 0,
    amount_total: amount,
    currency: price_data.currency.toLowerCase(),
    description: price_data.product_data.name,
    quantity,
  } as const
}

/**
 * The currency of all lines.
 * @throws {ApiError} of status 400 when they have several.
 */
export function currencyOf({ line_items, currency }: CreateParams): string {
  const currencies = new Set(line_items.map(({ price_data }) => price_data.currency.toLowerCase()))
  if (currency) currencies.add(currency.toLowerCase())
  const [only = '', other] = currencies
  if (other === undefined) return only
  throw invalidRequest('All line items must have the same currency.', { param: 'line_items' })
}

/**
 * When a session ends: within half an hour and a day.
 * @throws {ApiError} of status 400 when another end is wished.
 */
export function expiryOf(world: World, { expires_at: wished }: CreateParams): number {
  const now = nowOf(world)
  const expiresAt = wished ?? now + MAX_LIFE_SECONDS
  const refusal = { param: 'expires_at' }
  if (expiresAt < now + MIN_LIFE_SECONDS)
    throw invalidRequest('The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.', refusal)
  if (expiresAt > now + MAX_LIFE_SECONDS)
    throw invalidRequest('The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.', refusal)
  return expiresAt
}

/** What the payment intent of a session will be. */
export function intentTermsOf({ payment_intent_data: data = {} }: CreateParams) {
  const { application_fee_amount: fee, metadata: pairs } = data
  return { ...describedBy(data), application_fee_amount: fee ?? null, metadata: mergeMetadata({}, pairs) }
}

interface Derived {
  readonly id: string
  readonly amount: number
  readonly currency: string
}

/** A session that nobody has paid yet. */
export function sessionOf(sent: CreateParams, { id, amount, currency }: Derived) {
  return {
    id,
    object: 'checkout.session',
    amount_subtotal: amount,
    amount_total: amount,
    cancel_url: sent.cancel_url ?? null,
    client_reference_id: sent.client_reference_id ?? null,
    client_secret: null,
    currency,
    customer: null,
    customer_details: null,
    customer_email: sent.customer_email ?? null,
    livemode: false,
    locale: sent.locale ?? null,
    metadata: mergeMetadata({}, sent.metadata),
    mode: 'payment',
    payment_intent: null,
    payment_method_types: ['card', 'us_bank_account'],
    payment_status: 'unpaid',
    status: 'open',
    submit_type: sent.submit_type ?? null,
    success_url: sent.success_url,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
  } as const
}
