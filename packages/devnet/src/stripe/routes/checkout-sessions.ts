import type { z } from 'zod'
import { checkAmount } from '../money/minimum-amounts.ts'
import type { CheckoutSession } from '../objects/checkout-session.ts'
import { mergeMetadata } from '../objects/metadata.ts'
import { expireSession } from '../payments/expire-session.ts'
import { type Call, route, type Route } from '../server/route.ts'
import { createId } from '../state/ids.ts'
import { all, get, save, update } from '../state/store.ts'
import { nowOf, type World } from '../state/world.ts'
import { invalidRequest } from '../wire/api-error.ts'
import { pageOf, wholeList } from '../wire/list.ts'
import { listParams, metadata, params } from '../wire/params.ts'
import { checkDirectFee, checkMayCharge } from './charge-checks.ts'
import { describedBy } from './described.ts'
import { SessionCreateParams, SessionListParams } from './session-params.ts'

const PATH = '/v1/checkout/sessions'
const MIN_LIFE_SECONDS = 30 * 60
const MAX_LIFE_SECONDS = 24 * 3_600

/** Payment pages. */
export const checkoutSessionRoutes: readonly Route[] = [
  route({ method: 'POST', path: PATH, permission: 'checkout_sessions:write', params: SessionCreateParams, handle: createSession }),
  route({ method: 'GET', path: PATH, permission: 'checkout_sessions:read', params: SessionListParams, handle: listSessions }),
  route({ method: 'GET', path: `${PATH}/:id`, permission: 'checkout_sessions:read', params: params({}), handle: sessionAt }),
  route({
    method: 'POST',
    path: `${PATH}/:id`,
    permission: 'checkout_sessions:write',
    params: params({ metadata: metadata.optional() }),
    handle: (call) => {
      const session = sessionAt(call)
      return update(call.world, session, { metadata: mergeMetadata(session.metadata, call.params.metadata) })
    },
  }),
  route({
    method: 'POST',
    path: `${PATH}/:id/expire`,
    permission: 'checkout_sessions:write',
    params: params({}),
    handle: (call) => expireSession(call.world, sessionAt(call)),
  }),
  route({
    method: 'GET',
    path: `${PATH}/:id/line_items`,
    permission: 'checkout_sessions:read',
    params: listParams({}),
    handle: (call) => wholeList(call.path, call.world.state.sessionTerms[sessionAt(call).id]?.lineItems.toReversed() ?? []),
  }),
]

type CreateParams = z.output<typeof SessionCreateParams>

function sessionAt({ world, account, ids }: Pick<Call<unknown>, 'world' | 'account' | 'ids'>): CheckoutSession {
  return get(world, { kind: 'checkout.session', account, param: 'session' }, ids[0] ?? '')
}

function createSession({ world, account, params: sent }: Call<CreateParams>): CheckoutSession {
  checkMayCharge(world, account)
  const lineItems = sent.line_items.map(lineItemOf)
  const currency = currencyOf(sent)
  const amount = lineItems.reduce((sum, item) => sum + item.amount_total, 0)
  checkAmount(amount, currency, 'line_items')
  checkDirectFee(account, {
    fee: sent.payment_intent_data?.application_fee_amount,
    amount,
    param: 'payment_intent_data[application_fee_amount]',
  })
  const id = createId('checkout.session')
  world.state.sessionTerms[id] = { lineItems, intent: intentTermsOf(sent) }
  return save(world, account, {
    ...sessionOf(sent, { id, amount, currency }),
    created: nowOf(world),
    expires_at: expiryOf(world, sent),
    url: `${world.url}/c/pay/${id}`,
  })
}

function lineItemOf({ price_data, quantity }: CreateParams['line_items'][number]) {
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

function currencyOf({ line_items, currency }: CreateParams): string {
  const currencies = new Set(line_items.map(({ price_data }) => price_data.currency.toLowerCase()))
  if (currency) currencies.add(currency.toLowerCase())
  const [only = '', other] = currencies
  if (other === undefined) return only
  throw invalidRequest('All line items must have the same currency.', { param: 'line_items' })
}

function expiryOf(world: World, { expires_at: wished }: CreateParams): number {
  const now = nowOf(world)
  const expiresAt = wished ?? now + MAX_LIFE_SECONDS
  const refusal = { param: 'expires_at' }
  if (expiresAt < now + MIN_LIFE_SECONDS)
    throw invalidRequest('The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.', refusal)
  if (expiresAt > now + MAX_LIFE_SECONDS)
    throw invalidRequest('The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.', refusal)
  return expiresAt
}

function intentTermsOf({ payment_intent_data: data = {} }: CreateParams) {
  const { application_fee_amount: fee, metadata: pairs } = data
  return { ...describedBy(data), application_fee_amount: fee ?? null, metadata: mergeMetadata({}, pairs) }
}

interface Derived {
  readonly id: string
  readonly amount: number
  readonly currency: string
}

function sessionOf(sent: CreateParams, { id, amount, currency }: Derived) {
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

function listSessions({ world, account, params: query, path }: Call<z.output<typeof SessionListParams>>) {
  const sessions = all(world, { kind: 'checkout.session', account })
  const matching = sessions.filter(
    ({ status, payment_intent }) => (query.status ?? status) === status && (query.payment_intent ?? payment_intent) === payment_intent,
  )
  return pageOf(path, matching, query)
}
