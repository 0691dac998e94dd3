import type { Subject } from './subject.ts'

/** What callers know of a refusal. */
export interface ErrorRow {
  readonly status: number
  readonly meaning: string
  /** What a caller does about it. */
  readonly advice: string
}

/** What the lists of the interface know of a room. */
export interface ContractRoom {
  /** Kinds of object that have events, by the noun that the names of their events begin with. */
  readonly subjects?: Readonly<Record<string, Subject>>
  /** Refusals of this room by code; its operations name them. */
  readonly errors?: Readonly<Record<string, ErrorRow>>
}
