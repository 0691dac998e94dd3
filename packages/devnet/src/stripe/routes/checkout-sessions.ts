import type { z } from 'zod'
import { checkAmount } from '../money/minimum-amounts.ts'
import type { CheckoutSession } from '../objects/checkout-session.ts'
import { mergeMetadata } from '../objects/metadata.ts'
import { expireSession } from '../payments/expire-session.ts'
import { objectAt } from '../server/object-at.ts'
import { type Call, route, type Route } from '../server/route.ts'
import { currencyOf, expiryOf, intentTermsOf, lineItemOf, sessionOf } from './session-terms.ts'
import { createId } from '../state/ids.ts'
import { all, save, update } from '../state/store.ts'
import { nowOf } from '../state/world.ts'
import { pageOf, wholeList } from '../wire/list.ts'
import { listParams, metadata, params } from '../wire/params.ts'
import { checkDirectFee, checkMayCharge } from './charge-checks.ts'
import { SessionCreateParams, SessionListParams } from './session-params.ts'

const PATH = '/v1/checkout/sessions'

const sessionAt = objectAt('checkout.session', 'session')

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

function createSession({ world, account, params: sent }: Call<z.output<typeof SessionCreateParams>>): CheckoutSession {
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

function listSessions({ world, account, params: query, path }: Call<z.output<typeof SessionListParams>>) {
  const sessions = all(world, { kind: 'checkout.session', account })
  const matching = sessions.filter(
    ({ status, payment_intent }) => (query.status ?? status) === status && (query.payment_intent ?? payment_intent) === payment_intent,
  )
  return pageOf(path, matching, query)
}
