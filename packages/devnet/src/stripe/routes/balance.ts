import type { z } from 'zod'
import { presentBalance } from '../money/balance.ts'
import { type Call, idOf, route, type Route } from '../server/route.ts'
import { all, get } from '../state/store.ts'
import { pageOf } from '../wire/list.ts'
import { listParams, params, text } from '../wire/params.ts'

const ListParams = listParams({
  currency: text(3).optional(),
  payout: text().optional(),
  source: text().optional(),
  type: text().optional(),
})

/** Balances and their movements. */
export const balanceRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/v1/balance',
    permission: 'balance:read',
    params: params({}),
    handle: ({ world, account }) => presentBalance(world, account),
  }),
  route({ method: 'GET', path: '/v1/balance_transactions', permission: 'balance:read', params: ListParams, handle: list }),
  route({
    method: 'GET',
    path: '/v1/balance_transactions/:id',
    permission: 'balance:read',
    params: params({}),
    handle: (call) => get(call.world, { kind: 'balance_transaction', account: call.account }, idOf(call)),
  }),
]

function list({ world, account, params: query, path }: Call<z.output<typeof ListParams>>) {
  const matching = all(world, { kind: 'balance_transaction', account }).filter(
    ({ id, currency, source, type }) =>
      (query.currency ?? currency) === currency &&
      (query.source ?? source) === source &&
      (query.type ?? type) === type &&
      (query.payout === undefined || world.state.payoutOf[id] === query.payout),
  )
  return pageOf(path, matching, query)
}
