import type { Ground } from './ground.ts'

/** Members of an input, right or wrong. */
export type Members = Readonly<Record<string, unknown>>

/** A successful call of an operation. */
interface Usual {
  /** By default the shop's API key, or its merchant's token where the operation requires one. */
  readonly apiKey?: string
  /** Ids of its path. */
  readonly ids?: readonly string[]
  readonly input?: Members
}

/** A call that fails: the usual one with these changes. */
export interface Refused {
  /** Completes the sentence that begins with the code. */
  readonly when: string
  readonly input?: Members | ((ground: Ground) => Members | Promise<Members>)
  readonly options?: Members
  readonly apiKey?: (ground: Ground) => string | Promise<string>
}

/** Stories by title. */
export type Plays = Readonly<Record<string, (ground: Ground) => Promise<void>>>

/** The stories of one operation. */
export interface OperationStories {
  readonly usual?: (ground: Ground) => Usual | Promise<Usual>
  /** Stories of success. */
  readonly done: Plays
  /** Stories of other statuses without a code, by status. */
  readonly otherwise?: Readonly<Record<string, Plays>>
  /** Its own errors, by code; errors of every operation of its shape are in `refusals-by-shape.ts`. */
  readonly refused?: Readonly<Record<string, Refused>>
}

/** Stories by the name of their operation. */
export type StoryTable = Readonly<Record<string, OperationStories>>
