import type { z } from 'zod'
import type { FeeRefund } from '../objects/application-fee.ts'
import { mergeMetadata } from '../objects/metadata.ts'
import { refundFee } from '../payments/refund-fee.ts'
import { feeRefundsOf, present } from '../server/present.ts'
import { objectAt } from '../server/object-at.ts'
import { type Call, route, type Route } from '../server/route.ts'
import { all, update } from '../state/store.ts'
import { resourceMissing } from '../wire/api-error.ts'
import { pageOf } from '../wire/list.ts'
import { listParams, metadata, params, positiveInteger, text } from '../wire/params.ts'

const PATH = '/v1/application_fees'
const RefundParams = params({ amount: positiveInteger.optional(), metadata: metadata.optional() })
const ListParams = listParams({ charge: text().optional() })

const feeAt = objectAt('application_fee', 'fee')

/** Application fees and their refunds; all of them belong to the platform. */
export const applicationFeeRoutes: readonly Route[] = [
  route({ method: 'GET', path: PATH, permission: 'application_fees:read', params: ListParams, handle: list }),
  route({
    method: 'GET',
    path: `${PATH}/:id`,
    permission: 'application_fees:read',
    params: params({}),
    handle: (call) => present(call.world, feeAt(call)),
  }),
  route({
    method: 'POST',
    path: `${PATH}/:id/refunds`,
    permission: 'application_fees:write',
    params: RefundParams,
    handle: (call) => refundFee(call.world, feeAt(call), { amount: call.params.amount, metadata: mergeMetadata({}, call.params.metadata) }),
  }),
  route({
    method: 'GET',
    path: `${PATH}/:id/refunds`,
    permission: 'application_fees:read',
    params: listParams({}),
    handle: (call) => pageOf(call.path, refundsOf(call), call.params),
  }),
  route({ method: 'GET', path: `${PATH}/:id/refunds/:refund`, permission: 'application_fees:read', params: params({}), handle: refundAt }),
  route({
    method: 'POST',
    path: `${PATH}/:id/refunds/:refund`,
    permission: 'application_fees:write',
    params: params({ metadata: metadata.optional() }),
    handle: (call) => {
      const refund = refundAt(call)
      return update(call.world, refund, { metadata: mergeMetadata(refund.metadata, call.params.metadata) })
    },
  }),
]

type FeeCall = Pick<Call<unknown>, 'world' | 'account' | 'ids'>

const refundsOf = (call: FeeCall): FeeRefund[] => feeRefundsOf(call.world, feeAt(call).id)

function refundAt(call: FeeCall): FeeRefund {
  const id = call.ids[1] ?? ''
  const found = refundsOf(call).find((refund) => refund.id === id)
  if (!found) throw resourceMissing('fee_refund', id)
  return found
}

function list({ world, account, params: query, path }: Call<z.output<typeof ListParams>>) {
  const matching = all(world, { kind: 'application_fee', account }).filter(({ charge }) => (query.charge ?? charge) === charge)
  const page = pageOf(path, matching, query)
  return { ...page, data: page.data.map((fee) => present(world, fee)) }
}
