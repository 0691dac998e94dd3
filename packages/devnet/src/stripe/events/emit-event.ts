import type { ProcessorEvent } from '../objects/event.ts'
import type { StoredObject } from '../objects/stored-object.ts'
import { present } from '../server/present.ts'
import { createId } from '../state/ids.ts'
import type { Delivery, EndpointName } from '../state/state.ts'
import { ownerOf, save } from '../state/store.ts'
import { takeFault } from '../state/take-fault.ts'
import { API_VERSION, type EventFault, nowOf, PLATFORM, type World } from '../state/world.ts'

/** A change of an object. */
export interface Change {
  readonly type: string
  readonly object: StoredObject
  /** Members that changed, as they were before. */
  readonly previous?: object
}

/** Records that an object changed, and sends the event to the endpoint of its account. */
export const emitEvent = (world: World, type: string, object: StoredObject): ProcessorEvent => emitChange(world, { type, object })

/** Records a change, and sends the event to the endpoint of the object's account. */
export const emitChange = (world: World, { type, object, previous }: Change): ProcessorEvent =>
  emitOn(world, ownerOf(world, object.id), {
    type,
    data: { object: structuredClone(present(world, object)), ...(previous && { previous_attributes: previous }) },
  })

/** Records what happened on an account, and sends the event to its endpoint. */
export function emitOn(world: World, owner: string, { type, data }: Pick<ProcessorEvent, 'type' | 'data'>): ProcessorEvent {
  const endpoint: EndpointName = owner === PLATFORM ? 'platform' : 'connect'
  const hasEndpoint = world.behaviour.webhooks[endpoint] !== undefined
  const event = save(world, owner, {
    id: createId('event'),
    object: 'event',
    ...(endpoint === 'connect' && { account: owner }),
    api_version: API_VERSION,
    created: nowOf(world),
    data,
    livemode: false,
    pending_webhooks: hasEndpoint ? 1 : 0,
    request: requestOf(world),
    type,
  })
  if (hasEndpoint) world.state.deliveries.push(...disturbed(world, deliveryOf(event, endpoint)))
  return event
}

const requestOf = ({ request }: World): ProcessorEvent['request'] => ({
  id: request?.id ?? null,
  idempotency_key: request?.idempotencyKey ?? null,
})

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
  const fault = takeEventFault(world, delivery)
  return fault ? disturbances[fault.kind](delivery, fault) : [delivery]
}

const disturbances: Readonly<Record<EventFault['kind'], (delivery: Delivery, fault: EventFault) => readonly Delivery[]>> = {
  late: (delivery, { ms = 1_000 }) => [{ ...delivery, notBefore: Date.now() + ms }],
  double: (delivery) => [delivery, { ...delivery, id: createId('link') }],
  drop: () => [],
  reorder: (delivery, { ms = 2_000 }) => [{ ...delivery, yields: true, notBefore: Date.now() + ms }],
}

function takeEventFault({ behaviour, state }: World, { event }: Delivery): EventFault | undefined {
  const object = state.objects[event]?.object
  const type = object?.object === 'event' ? object.type : undefined
  return takeFault(behaviour.eventFaults, (fault) => fault.type === undefined || fault.type === type)
}
