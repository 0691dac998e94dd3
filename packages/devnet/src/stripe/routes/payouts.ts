import { z } from 'zod'
import { checkAmount } from '../money/minimum-amounts.ts'
import { mergeMetadata } from '../objects/metadata.ts'
import type { Payout } from '../objects/payout.ts'
import { createPayout, movePayout } from '../payments/payouts.ts'
import { objectAt } from '../server/object-at.ts'
import { type Call, route, type Route } from '../server/route.ts'
import { all, get } from '../state/store.ts'
import { invalidRequest } from '../wire/api-error.ts'
import { pageOf } from '../wire/list.ts'
import { listParams, metadata, params, positiveInteger, text } from '../wire/params.ts'

const PATH = '/v1/payouts'

const CreateParams = params({
  amount: positiveInteger,
  currency: text(3),
  description: text().optional(),
  metadata: metadata.optional(),
  method: z.enum(['standard']).optional(),
  statement_descriptor: text(22).optional(),
})
const ListParams = listParams({ status: z.enum(['pending', 'in_transit', 'paid', 'failed', 'canceled']).optional() })

const payoutAt = objectAt('payout', 'payout')

/** Payouts to banks; automatic ones are made by the control. */
export const payoutRoutes: readonly Route[] = [
  route({ method: 'POST', path: PATH, permission: 'payouts:write', params: CreateParams, handle: create }),
  route({ method: 'GET', path: PATH, permission: 'payouts:read', params: ListParams, handle: list }),
  route({ method: 'GET', path: `${PATH}/:id`, permission: 'payouts:read', params: params({}), handle: payoutAt }),
  route({ method: 'POST', path: `${PATH}/:id/cancel`, permission: 'payouts:write', params: params({}), handle: cancel }),
]

function create({ world, account, params: sent }: Call<z.output<typeof CreateParams>>): Payout {
  const currency = sent.currency.toLowerCase()
  checkAmount(sent.amount, currency, 'amount')
  if (!get(world, { kind: 'account' }, account).payouts_enabled)
    throw invalidRequest('Payouts are not enabled for this account.', { code: 'payouts_not_allowed' })
  const { amount, description = null, statement_descriptor = null } = sent
  return createPayout(world, { account, currency, amount, description, statement_descriptor, metadata: mergeMetadata({}, sent.metadata) })
}

function list({ world, account, params: query, path }: Call<z.output<typeof ListParams>>) {
  return pageOf(
    path,
    all(world, { kind: 'payout', account }).filter(({ status }) => (query.status ?? status) === status),
    query,
  )
}

function cancel(call: Call<unknown>): Payout {
  const payout = payoutAt(call)
  if (payout.status !== 'pending') throw invalidRequest('Payouts can only be canceled while they are pending.')
  return movePayout(call.world, payout, 'canceled')
}
