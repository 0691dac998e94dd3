/** What one call may change about itself. */
export interface CallOptions {
  /** Ends the call when it aborts; the call then throws the signal's reason. */
  readonly signal?: AbortSignal | undefined
  /** Milliseconds within which the call ends, repetitions included; the client's own by default. */
  readonly timeout?: number | undefined
  /**
   * A name of your own for a creating call: repeated within 24 hours, also by another process, it is done once and answered the same.
   *
   * Without one, here or as a member of the input that the API reads, the client makes one up for each call that changes something, which covers
   * the repetitions that it makes itself.
   */
  readonly idempotencyKey?: string | undefined
  /** Further request headers. */
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** How an operation is sent, as the API description says it. */
export interface Operation {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** From the origin, with `{names}` for the parts that a call gives first. */
  readonly path: string
  /** Where the members of the input go; absent for an operation without one. */
  readonly input?: 'body' | 'query'
  /** It only reads, though its method does not say so. */
  readonly safe?: true
  /** It takes an `Idempotency-Key`, so it may be sent again. */
  readonly repeatable?: true
  /** Its input may carry that key as well, as `idempotency_key` or `idempotencyKey`. */
  readonly readsKey?: true
  /** It answers with an image instead of JSON. */
  readonly answer?: 'blob'
  /** Where an answer carries its rows, and how the next ones are asked for. */
  readonly list?: { readonly items: string; readonly by: 'offset' | 'after' }
}

/** Operations by name, rooms as branches. */
export interface OperationTree {
  readonly [name: string]: Operation | OperationTree
}

/** An operation that answers with rows: called for one page of them, or with `all` for each row of all pages. */
export interface ListCall<Parameters extends unknown[], Page, Item> {
  (...parameters: Parameters): Promise<Page>
  /**
   * Reads page after page while it is iterated; `limit` is the size of a page, and iteration begins where `offset` says.
   *
   * A row that moves to a later page because newer ones have come is given once. The API reads up to offset 10 000: whoever has more rows
   * asks for a time with `date_from` and `date_to`, and is refused by the API (400) otherwise.
   */
  all(...parameters: Parameters): AsyncGenerator<Item, void, undefined>
}
