/** How long a connection may take, in milliseconds, and how many requests it brings. */
export interface ConnectionLimits {
  /** Until the headers of a request are there; a connection that says nothing is gone after as long. */
  readonly headersMs: number
  /** Until all of a request is there. */
  readonly requestMs: number
  /** Between two looks at how long requests have taken. */
  readonly checkMs: number
  /** From an answer to the next request. */
  readonly idleMs: number
  /** In which nothing at all moves: neither side says anything, or the client does not read what is said. */
  readonly silentMs: number
  /** Until the answer to a whole request begins. */
  readonly answerMs: number
  /** The same for a stream of events, whose answer is its headers. */
  readonly streamMs: number
  /** Requests it may bring in all. */
  readonly requests: number
  /** Requests that are worked on at once, answers included that the client has not taken yet. */
  readonly openRequests: number
}

/** What holds in the product. */
export const connectionLimits: ConnectionLimits = {
  headersMs: 10_000,
  requestMs: 30_000,
  checkMs: 2_000,
  // Longer than usual proxies keep a connection (60 s): the side that asks is the one to give it up, or a request meets a closing door.
  idleMs: 65_000,
  // Longer than an answer may take, because nothing moves while it is made.
  silentMs: 35_000,
  answerMs: 25_000,
  streamMs: 1_000,
  requests: 1_000,
  openRequests: 10,
}
