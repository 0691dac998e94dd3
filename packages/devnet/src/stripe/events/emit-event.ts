import type { ProcessorEvent } from '../objects/event.ts'
import type { StoredObject } from '../objects/stored-object.ts'
import { present } from '../server/present.ts'
import { createId } from '../state/ids.ts'
import type { Delivery, EndpointName } from '../state/state.ts'
import { ownerOf, save } from '../state/store.ts'
import { API_VERSION, type EventFault, nowOf, PLATFORM, type World } from '../state/world.ts'

/** Further facts of a change. */
export interface ChangeFacts {
  /** Members that changed, as they were before. */
  readonly previous?: object
  /** The account that the event belongs to, where it is not the object's owner. */
  readonly account?: string
}

/** Records that an object changed, and sends the event to the endpoint of its account. */
export function emitEvent(world: World, type: string, object: StoredObject, { previous, account }: ChangeFacts = {}): ProcessorEvent {
  const owner = account ?? ownerOf(world, object.id)
  const endpoint: EndpointName = owner === PLATFORM ? 'platform' : 'connect'
  const event: ProcessorEvent = {
    id: createId('event'),
    object: 'event',
    ...(endpoint === 'connect' && { account: owner }),
    api_version: API_VERSION,
    created: nowOf(world),
    data: { object: structuredClone(present(world, object)), ...(previous && { previous_attributes: previous }) },
    livemode: false,
    pending_webhooks: world.behaviour.webhooks[endpoint] ? 1 : 0,
    request: { id: world.request?.id ?? null, idempotency_key: world.request?.idempotencyKey ?? null },
    type,
  }
  save(world, owner, event)
  if (world.behaviour.webhooks[endpoint]) world.state.deliveries.push(...disturbed(world, deliveryOf(event, endpoint)))
  world.changed()
  return event
}

/** The first delivery of an event. */
export const deliveryOf = (event: ProcessorEvent, endpoint: EndpointName): Delivery => ({
  id: createId('link'),
  event: event.id,
  endpoint,
  body: JSON.stringify(event, null, 2),
  attempts: 0,
  notBefore: 0,
  yields: false,
})

/** The deliveries that a requested fault makes of one. */
function disturbed(world: World, delivery: Delivery): readonly Delivery[] {
  const fault = takeFault(world, delivery)
  return fault ? disturbances[fault.kind](delivery, fault) : [delivery]
}

const disturbances: Readonly<Record<EventFault['kind'], (delivery: Delivery, fault: EventFault) => readonly Delivery[]>> = {
  late: (delivery, { ms = 1_000 }) => [{ ...delivery, notBefore: Date.now() + ms }],
  double: (delivery) => [delivery, { ...delivery, id: createId('link') }],
  drop: () => [],
  reorder: (delivery, { ms = 2_000 }) => [{ ...delivery, yields: true, notBefore: Date.now() + ms }],
}

function takeFault({ behaviour, state }: World, { event }: Delivery): EventFault | undefined {
  const object = state.objects[event]?.object
  const type = object?.object === 'event' ? object.type : undefined
  const fault = behaviour.eventFaults.find((candidate) => candidate.type === undefined || candidate.type === type)
  if (!fault) return undefined
  const { times = 1 } = fault
  behaviour.eventFaults = behaviour.eventFaults.flatMap((other) =>
    other !== fault ? [other] : times > 1 ? [{ ...fault, times: times - 1 }] : [],
  )
  return fault
}
