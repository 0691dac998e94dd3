import type { OfRooms } from '../rooms.ts'
import type { EventOf, Machine } from './machine.ts'

type MachineOf<Objects> = Objects extends unknown ? Objects[keyof Objects] : never
type EventOfEach<One> = One extends Machine ? EventOf<One> : never

/** Every event name. The webhook event table must have a row for each. */
export type DomainEventName = EventOfEach<MachineOf<OfRooms<'objects'>>> | OfRooms<'events'>[number]
