import type { PurposeFacts } from '../custody/purposes.ts'
import type { Machine } from './machine.ts'

/** What the layers above know a room of the domain by. Each member is optional: rules alone have none. */
export interface DomainRoom {
  /** API keys are given rights to it, under its name. */
  readonly hasScope?: true
  /** Their name where it is not that of the room. */
  readonly area?: string
  /** Lifecycles that events tell of, by the noun of their object: events begin with it, and a log names the object by it. */
  readonly objects?: Readonly<Record<string, Machine>>
  /** Events that operations emit beside those of the lifecycles. */
  readonly events?: readonly string[]
  /** Purposes of payouts of its objects. */
  readonly purposes?: Readonly<Record<string, PurposeFacts>>
  /** Further fields of a log line. */
  readonly logFields?: readonly string[]
  /** What goes through rows of all tenants and does something for each of them, as logs and metrics name it. */
  readonly sweeps?: readonly string[]
}
