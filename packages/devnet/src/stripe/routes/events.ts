import { z } from 'zod'
import type { ProcessorEvent } from '../objects/event.ts'
import { type Call, idOf, route, type Route } from '../server/route.ts'
import { all, get } from '../state/store.ts'
import { pageOf } from '../wire/list.ts'
import { boolean, listParams, params, text } from '../wire/params.ts'

const EventListParams = listParams({
  delivery_success: boolean.optional(),
  type: text().optional(),
  types: z.array(text()).max(20).optional(),
})

/** Events of the last thirty days. */
export const eventRoutes: readonly Route[] = [
  route({ method: 'GET', path: '/v1/events', permission: 'events:read', params: EventListParams, handle: listEvents }),
  route({
    method: 'GET',
    path: '/v1/events/:id',
    permission: 'events:read',
    params: params({}),
    handle: (call) => get(call.world, { kind: 'event', account: call.account }, idOf(call)),
  }),
]

function listEvents({ world, account, params: query, path }: Call<z.output<typeof EventListParams>>) {
  return pageOf(
    path,
    all(world, { kind: 'event', account }).filter((event) => isWanted(event, query)),
    query,
  )
}

function isWanted({ type, pending_webhooks }: ProcessorEvent, query: z.output<typeof EventListParams>): boolean {
  if (query.delivery_success !== undefined && query.delivery_success !== (pending_webhooks === 0)) return false
  if (query.types) return query.types.includes(type)
  if (query.type === undefined || query.type === '*') return true
  return query.type.endsWith('.*') ? type.startsWith(query.type.slice(0, -1)) : type === query.type
}
