import { z } from 'zod'
import { isServedCurrency } from '../money/minimum-amounts.ts'
import { mergeMetadata } from '../objects/metadata.ts'
import type { TransferReversal } from '../objects/transfer.ts'
import { reverseTransfer } from '../payments/reverse-transfer.ts'
import { createTransfer } from '../payments/create-transfer.ts'
import { present, transferReversalsOf } from '../server/present.ts'
import { objectAt } from '../server/object-at.ts'
import { type Call, route, type Route } from '../server/route.ts'
import { all, find, get, update } from '../state/store.ts'
import { PLATFORM } from '../state/world.ts'
import { invalidRequest, resourceMissing } from '../wire/api-error.ts'
import { pageOf } from '../wire/list.ts'
import { boolean, listParams, metadata, params, positiveInteger, text } from '../wire/params.ts'

const PATH = '/v1/transfers'

const CreateParams = params({
  amount: positiveInteger,
  currency: text(3),
  description: text().optional(),
  destination: text(),
  metadata: metadata.optional(),
  source_transaction: text().optional(),
  source_type: z.enum(['bank_account', 'card', 'fpx']).optional(),
  transfer_group: text().optional(),
})
const ListParams = listParams({ destination: text().optional(), transfer_group: text().optional() })
const ReversalParams = params({
  amount: positiveInteger.optional(),
  description: text().optional(),
  metadata: metadata.optional(),
  refund_application_fee: boolean.optional(),
})
const described = params({ description: text().optional(), metadata: metadata.optional() })

const transferAt = objectAt('transfer', 'transfer')

/** Transfers of the platform to connected accounts, and their reversals. */
export const transferRoutes: readonly Route[] = [
  route({ method: 'POST', path: PATH, permission: 'transfers:write', params: CreateParams, handle: create }),
  route({ method: 'GET', path: PATH, permission: 'transfers:read', params: ListParams, handle: list }),
  route({
    method: 'GET',
    path: `${PATH}/:id`,
    permission: 'transfers:read',
    params: params({}),
    handle: (call) => present(call.world, transferAt(call)),
  }),
  route({ method: 'POST', path: `${PATH}/:id`, permission: 'transfers:write', params: described, handle: change }),
  route({
    method: 'POST',
    path: `${PATH}/:id/reversals`,
    permission: 'transfers:write',
    params: ReversalParams,
    handle: (call) =>
      reverseTransfer(call.world, transferAt(call), { amount: call.params.amount, metadata: mergeMetadata({}, call.params.metadata) }),
  }),
  route({
    method: 'GET',
    path: `${PATH}/:id/reversals`,
    permission: 'transfers:read',
    params: listParams({}),
    handle: (call) => pageOf(call.path, reversalsOf(call), call.params),
  }),
  route({ method: 'GET', path: `${PATH}/:id/reversals/:reversal`, permission: 'transfers:read', params: params({}), handle: reversalAt }),
]

type TransferCall = Pick<Call<unknown>, 'world' | 'account' | 'ids'>

const reversalsOf = (call: TransferCall): TransferReversal[] => transferReversalsOf(call.world, transferAt(call).id)

function reversalAt(call: TransferCall): TransferReversal {
  const id = call.ids[1] ?? ''
  const found = reversalsOf(call).find((reversal) => reversal.id === id)
  if (!found) throw resourceMissing('transfer_reversal', id)
  return found
}

function create({ world, account, params: sent }: Call<z.output<typeof CreateParams>>): object {
  if (account !== PLATFORM) throw invalidRequest('Only the platform transfers: leave out the Stripe-Account header.')
  const currency = sent.currency.toLowerCase()
  if (!isServedCurrency(currency)) throw invalidRequest(`Invalid currency: ${currency}.`, { param: 'currency' })
  const destination = find(world, { kind: 'account' }, sent.destination)
  if (!destination || destination.id === PLATFORM) throw resourceMissing('destination', sent.destination, 'destination')
  const source =
    sent.source_transaction === undefined
      ? undefined
      : get(world, { kind: 'charge', account, param: 'source_transaction' }, sent.source_transaction)
  const terms = {
    amount: sent.amount,
    currency,
    destination,
    source,
    transferGroup: sent.transfer_group,
    description: sent.description ?? null,
  }
  return present(world, createTransfer(world, { ...terms, metadata: mergeMetadata({}, sent.metadata) }))
}

function list({ world, account, params: query, path }: Call<z.output<typeof ListParams>>) {
  const matching = all(world, { kind: 'transfer', account }).filter(
    ({ destination, transfer_group }) =>
      (query.destination ?? destination) === destination && (query.transfer_group ?? transfer_group) === transfer_group,
  )
  const page = pageOf(path, matching, query)
  return { ...page, data: page.data.map((transfer) => present(world, transfer)) }
}

function change(call: Call<z.output<typeof described>>): object {
  const transfer = transferAt(call)
  const { description = transfer.description, metadata: pairs } = call.params
  return present(call.world, update(call.world, transfer, { description, metadata: mergeMetadata(transfer.metadata, pairs) }))
}
