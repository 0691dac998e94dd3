import type { Ground } from './ground.ts'

/** Members of an input, right or wrong. */
export type Members = Readonly<Record<string, unknown>>

/** How an operation is called so that it succeeds. */
interface Usual {
  /** The shop's key, or its merchant's token where keys do not open the operation, unless it says otherwise. */
  readonly apiKey?: string
  /** Ids of its path. */
  readonly ids?: readonly string[]
  readonly input?: Members
}

/** A call that is refused: the usual one, but for what is named here. */
export interface Refused {
  /** Completes the sentence that begins with the code. */
  readonly when: string
  readonly input?: Members | ((ground: Ground) => Members)
  readonly options?: Members
  readonly apiKey?: (ground: Ground) => string | Promise<string>
}

/** Titles and what is played under them. */
export type Plays = Readonly<Record<string, (ground: Ground) => Promise<void>>>

/** What is told about one operation. */
export interface OperationStories {
  readonly usual?: (ground: Ground) => Usual | Promise<Usual>
  /** What becomes true, and how it is seen. */
  readonly done: Plays
  /** The same for a status that is no success and carries no code, by status. */
  readonly otherwise?: Readonly<Record<string, Plays>>
  /** Refusals of its own, by code; what every operation of its shape refuses is in `refusals-by-shape.ts`. */
  readonly refused?: Readonly<Record<string, Refused>>
}

/** Stories by the name of their operation. */
export type StoryTable = Readonly<Record<string, OperationStories>>
