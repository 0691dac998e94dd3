import { z } from 'zod'
import { checkAmount } from '../money/minimum-amounts.ts'
import { mergeMetadata } from '../objects/metadata.ts'
import type { PaymentIntent } from '../objects/payment-intent.ts'
import { cancelIntent, confirmIntent } from '../payments/confirm-intent.ts'
import { createIntent } from '../payments/create-intent.ts'
import { methodOf } from '../payments/pay-session.ts'
import { objectAt } from '../server/object-at.ts'
import { type Call, route, type Route } from '../server/route.ts'
import { all, update } from '../state/store.ts'
import type { World } from '../state/world.ts'
import { ApiError, invalidRequest } from '../wire/api-error.ts'
import { pageOf } from '../wire/list.ts'
import { boolean, listParams, metadata, nested, pageUrl, params, positiveInteger, text } from '../wire/params.ts'
import { checkDirectFee, checkMayCharge } from './charge-checks.ts'
import { described, describedBy } from './described.ts'

const PATH = '/v1/payment_intents'

const CreateParams = params({
  ...described,
  metadata: metadata.optional(),
  amount: positiveInteger,
  application_fee_amount: positiveInteger.optional(),
  automatic_payment_methods: nested({ enabled: boolean, allow_redirects: z.enum(['always', 'never']).optional() }).optional(),
  capture_method: z.enum(['automatic', 'automatic_async']).optional(),
  confirm: boolean.optional(),
  currency: text(3),
  payment_method: text().optional(),
  return_url: pageUrl.optional(),
})

const ConfirmParams = params({ payment_method: text().optional(), return_url: pageUrl.optional() })
const CancelParams = params({ cancellation_reason: z.enum(['abandoned', 'duplicate', 'fraudulent', 'requested_by_customer']).optional() })
const UpdateParams = params({ ...described, metadata: metadata.optional() })

const intentAt = objectAt('payment_intent', 'intent')

/** Payment intents; those of payment pages too. */
export const paymentIntentRoutes: readonly Route[] = [
  route({ method: 'POST', path: PATH, permission: 'payment_intents:write', params: CreateParams, handle: create }),
  route({ method: 'GET', path: PATH, permission: 'payment_intents:read', params: listParams({}), handle: list }),
  route({ method: 'GET', path: `${PATH}/:id`, permission: 'payment_intents:read', params: params({}), handle: intentAt }),
  route({ method: 'POST', path: `${PATH}/:id`, permission: 'payment_intents:write', params: UpdateParams, handle: change }),
  route({ method: 'POST', path: `${PATH}/:id/confirm`, permission: 'payment_intents:write', params: ConfirmParams, handle: confirm }),
  route({ method: 'POST', path: `${PATH}/:id/cancel`, permission: 'payment_intents:write', params: CancelParams, handle: cancel }),
]

function list({ world, account, params: query, path }: Call<z.output<ReturnType<typeof listParams<Record<never, never>>>>>) {
  return pageOf(path, all(world, { kind: 'payment_intent', account }), query)
}

function create({ world, account, params: sent }: Call<z.output<typeof CreateParams>>): PaymentIntent {
  const { amount, application_fee_amount: fee, payment_method: method } = sent
  const currency = sent.currency.toLowerCase()
  checkMayCharge(world, account)
  checkAmount(amount, currency, 'amount')
  checkDirectFee(account, { fee, amount, param: 'application_fee_amount' })
  const chosen = method === undefined ? undefined : methodOf(method)
  if (sent.confirm && !chosen) throw invalidRequest('You cannot confirm this PaymentIntent because it is missing a payment method.')
  const terms = { ...describedBy(sent), amount, application_fee_amount: fee ?? null, currency, metadata: mergeMetadata({}, sent.metadata) }
  const intent = createIntent(world, account, terms)
  if (!method) return intent
  const waiting = update(world, intent, { payment_method: method, status: 'requires_confirmation' })
  return sent.confirm ? attempt(world, waiting, method) : waiting
}

function change(call: Call<z.output<typeof UpdateParams>>): PaymentIntent {
  const { expand: _, metadata: pairs, ...changes } = call.params
  const intent = intentAt(call)
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
  return update(call.world, intent, { ...given, metadata: mergeMetadata(intent.metadata, pairs) })
}

function confirm(call: Call<z.output<typeof ConfirmParams>>): PaymentIntent {
  const intent = intentAt(call)
  checkStatus(intent, ['requires_payment_method', 'requires_confirmation'], 'confirm')
  const method = call.params.payment_method ?? intent.payment_method
  if (!method) throw invalidRequest('You cannot confirm this PaymentIntent because it is missing a payment method.')
  return attempt(call.world, intent, method)
}

/** @throws {ApiError} of status 402 when the card is declined. */
function attempt(world: World, intent: PaymentIntent, sent: string): PaymentIntent {
  const tried = confirmIntent(world, intent, methodOf(sent))
  const { last_payment_error: error } = tried
  if (!error) return tried
  const { message, charge, ...details } = error
  throw new ApiError(402, message, { ...details, about: { charge, payment_intent: tried } })
}

function cancel(call: Call<z.output<typeof CancelParams>>): PaymentIntent {
  const intent = intentAt(call)
  checkStatus(intent, ['requires_payment_method', 'requires_confirmation', 'requires_action'], 'cancel')
  return cancelIntent(call.world, intent, call.params.cancellation_reason ?? null)
}

function checkStatus(intent: PaymentIntent, allowed: readonly PaymentIntent['status'][], verb: string): void {
  if (allowed.includes(intent.status)) return
  const message = `You cannot ${verb} this PaymentIntent because it has a status of ${intent.status}.`
  throw invalidRequest(message, { code: 'payment_intent_unexpected_state', about: { payment_intent: intent } })
}
