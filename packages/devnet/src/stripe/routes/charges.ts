import type { z } from 'zod'
import type { Charge } from '../objects/charge.ts'
import { mergeMetadata } from '../objects/metadata.ts'
import { objectAt } from '../server/object-at.ts'
import { type Call, route, type Route } from '../server/route.ts'
import { all, update } from '../state/store.ts'
import { pageOf } from '../wire/list.ts'
import { listParams, metadata, params, text } from '../wire/params.ts'

const PATH = '/v1/charges'
const ListParams = listParams({ payment_intent: text().optional(), transfer_group: text().optional() })
const UpdateParams = params({ description: text().optional(), metadata: metadata.optional(), transfer_group: text().optional() })

const chargeAt = objectAt('charge', 'charge')

/** Charges, which come from payment intents alone, and payments, which come from transfers. */
export const chargeRoutes: readonly Route[] = [
  route({ method: 'GET', path: PATH, permission: 'charges:read', params: ListParams, handle: list }),
  route({ method: 'GET', path: `${PATH}/:id`, permission: 'charges:read', params: params({}), handle: chargeAt }),
  route({ method: 'POST', path: `${PATH}/:id`, permission: 'charges:write', params: UpdateParams, handle: change }),
]

function list({ world, account, params: query, path }: Call<z.output<typeof ListParams>>) {
  const matching = all(world, { kind: 'charge', account }).filter(
    (charge) =>
      (query.payment_intent ?? charge.payment_intent) === charge.payment_intent &&
      (query.transfer_group ?? charge.transfer_group) === charge.transfer_group,
  )
  return pageOf(path, matching, query)
}

function change(call: Call<z.output<typeof UpdateParams>>): Charge {
  const charge = chargeAt(call)
  const { description, transfer_group, metadata: pairs } = call.params
  return update(call.world, charge, {
    ...(description !== undefined && { description }),
    ...(transfer_group !== undefined && { transfer_group }),
    metadata: mergeMetadata(charge.metadata, pairs),
  })
}
