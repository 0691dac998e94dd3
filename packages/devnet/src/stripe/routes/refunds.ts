import { z } from 'zod'
import type { Charge } from '../objects/charge.ts'
import { mergeMetadata } from '../objects/metadata.ts'
import type { Refund } from '../objects/refund.ts'
import { refundProportionalFee } from '../payments/refund-fee.ts'
import { createRefund, moveRefund } from '../payments/refunds.ts'
import { objectAt } from '../server/object-at.ts'
import { type Call, route, type Route } from '../server/route.ts'
import { all, get, update } from '../state/store.ts'
import { invalidRequest } from '../wire/api-error.ts'
import { pageOf } from '../wire/list.ts'
import { boolean, listParams, metadata, params, positiveInteger, text } from '../wire/params.ts'

const PATH = '/v1/refunds'

const CreateParams = params({
  amount: positiveInteger.optional(),
  charge: text().optional(),
  metadata: metadata.optional(),
  payment_intent: text().optional(),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
  refund_application_fee: boolean.optional(),
})
const ListParams = listParams({ charge: text().optional(), payment_intent: text().optional() })

const refundAt = objectAt('refund', 'refund')

/** Refunds of charges and of payment intents. */
export const refundRoutes: readonly Route[] = [
  route({ method: 'POST', path: PATH, permission: 'refunds:write', params: CreateParams, handle: create }),
  route({ method: 'GET', path: PATH, permission: 'refunds:read', params: ListParams, handle: list }),
  route({ method: 'GET', path: `${PATH}/:id`, permission: 'refunds:read', params: params({}), handle: refundAt }),
  route({
    method: 'POST',
    path: `${PATH}/:id`,
    permission: 'refunds:write',
    params: params({ metadata: metadata.optional() }),
    handle: (call) => {
      const refund = refundAt(call)
      return update(call.world, refund, { metadata: mergeMetadata(refund.metadata, call.params.metadata) })
    },
  }),
  route({ method: 'POST', path: `${PATH}/:id/cancel`, permission: 'refunds:write', params: params({}), handle: cancel }),
]

type CreateCall = Call<z.output<typeof CreateParams>>

function create(call: CreateCall): Refund {
  const { world, params: sent } = call
  const charge = chargeOf(call)
  if (sent.refund_application_fee && !charge.application_fee) {
    throw invalidRequest('This charge has no application fee to refund.', { param: 'refund_application_fee' })
  }
  const terms = { amount: sent.amount, reason: sent.reason ?? null, metadata: mergeMetadata({}, sent.metadata) }
  const refund = createRefund(world, charge, terms)
  if (sent.refund_application_fee) refundProportionalFee(world, charge, refund.amount)
  return refund
}

function chargeOf({ world, account, params: sent }: CreateCall): Charge {
  const { charge, payment_intent: intentId } = sent
  if (charge !== undefined && intentId !== undefined) throw invalidRequest('Only one of `charge` and `payment_intent` can be given.')
  if (charge !== undefined) return get(world, { kind: 'charge', account, param: 'charge' }, charge)
  if (intentId === undefined)
    throw invalidRequest('One of the following params should be provided for this request: payment_intent or charge.')
  const { latest_charge: latest, status } = get(world, { kind: 'payment_intent', account, param: 'payment_intent' }, intentId)
  if (latest && status === 'succeeded') return get(world, { kind: 'charge', account, param: 'payment_intent' }, latest)
  throw invalidRequest(`This PaymentIntent (${intentId}) does not have a successful charge to refund.`, { param: 'payment_intent' })
}

function list({ world, account, params: query, path }: Call<z.output<typeof ListParams>>) {
  const matching = all(world, { kind: 'refund', account }).filter(
    ({ charge, payment_intent }) => (query.charge ?? charge) === charge && (query.payment_intent ?? payment_intent) === payment_intent,
  )
  return pageOf(path, matching, query)
}

function cancel(call: Call<unknown>): Refund {
  const refund = refundAt(call)
  if (refund.status !== 'requires_action') throw invalidRequest('You can only cancel refunds with a status of requires_action.')
  return moveRefund(call.world, refund, 'canceled')
}
