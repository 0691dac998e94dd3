/** Options of one call. */
export interface CallOptions {
  /** Ends the call when it aborts; the call then throws the signal's reason. */
  readonly signal?: AbortSignal | undefined
  /** Timeout of the call in milliseconds, retries included; the client's own by default. */
  readonly timeout?: number | undefined
  /**
   * Your own idempotency key of a creating call: a request repeated within 24 hours, even by another process, is executed once and gets the
   * same answer.
   * Without one, here or as an input member that the API reads, the client generates one for each call with an effect, which covers its own
   * retries.
   */
  readonly idempotencyKey?: string | undefined
  /** Further request headers. */
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** How an operation is sent, from the API description. */
export interface Operation {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** From the origin, with `{names}` for the path parameters. */
  readonly path: string
  /** Where the members of the input are sent; absent for an operation without one. */
  readonly input?: 'body' | 'query'
  /** It only reads, although its method is not GET. */
  readonly safe?: true
  /** It accepts an `Idempotency-Key`, so it may be retried. */
  readonly repeatable?: true
  /** Its input may contain that key too, as `idempotency_key` or `idempotencyKey`. */
  readonly readsKey?: true
  /** It answers with an image instead of JSON. */
  readonly answer?: 'blob'
  /** The member with the rows of an answer, and the kind of pagination. */
  readonly list?: { readonly items: string; readonly by: 'offset' | 'after' }
}

/** Operations by name, rooms as branches. */
export interface OperationTree {
  readonly [name: string]: Operation | OperationTree
}

/** An operation that returns rows: called for one page of them, or with `all` for each row of all pages. */
export interface ListCall<Parameters extends unknown[], Page, Item> {
  (...parameters: Parameters): Promise<Page>
  /**
   * Reads page after page while it is iterated; `limit` is the page size, and iteration starts at `offset`.
   * A row that moves to a later page because newer ones arrive is returned once. The API allows offsets up to 10 000: for more rows use
   * `date_from` and `date_to`, otherwise the API answers 400.
   */
  all(...parameters: Parameters): AsyncGenerator<Item, void, undefined>
}
