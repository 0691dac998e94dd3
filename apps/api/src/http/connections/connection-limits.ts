/** Timeouts of a connection in milliseconds, and its number of requests. */
export interface ConnectionLimits {
  /** Until the headers of a request have arrived; a silent connection is closed after the same time. */
  readonly headersMs: number
  /** Until the whole request has arrived. */
  readonly requestMs: number
  /** Interval of the timeout checks. */
  readonly checkMs: number
  /** From an answer to the next request. */
  readonly idleMs: number
  /** Without any traffic: neither side sends, or the client does not read. */
  readonly silentMs: number
  /** Until the answer to a complete request begins. */
  readonly answerMs: number
  /** The same for an event stream, whose answer is its headers. */
  readonly streamMs: number
  /** Total requests of a connection. */
  readonly requests: number
  /** Concurrent requests, including answers that the client has not read yet. */
  readonly openRequests: number
}

/** The default limits. */
export const connectionLimits: ConnectionLimits = {
  headersMs: 10_000,
  requestMs: 30_000,
  checkMs: 2_000,
  // Longer than usual proxies keep a connection (60 s): the client must be the one to close it, or a request races with the close.
  idleMs: 65_000,
  // Longer than an answer may take, because nothing is sent meanwhile.
  silentMs: 35_000,
  answerMs: 25_000,
  streamMs: 1_000,
  requests: 1_000,
  openRequests: 10,
}
