/** Requests per minute, by limit. */
export interface Limits {
  /** A credential on routes without their own limit; all credentials of a merchant together have twice as much for all routes. */
  readonly default: number
  /** A client address without a valid credential; health checks have the same again. */
  readonly anonymous: number
  /** Payment creations of a credential. */
  readonly creation: number
  /** Reads of one object by one credential or address, such as polling its status. */
  readonly polling: number
  /** Images and public views of an address. */
  readonly public: number
  /** Webhook tests of a credential. */
  readonly test: number
  /** Rate requests of an address. */
  readonly rates: number
}

/** The name of a limit. */
export type LimitName = keyof Limits

/** All limit names. */
export const limitNames = ['default', 'anonymous', 'creation', 'polling', 'public', 'test', 'rates'] as const satisfies readonly LimitName[]

/** Default limits, unless an operator sets others. */
export const defaultLimits: Limits = {
  default: 3_000,
  anonymous: 600,
  creation: 600,
  polling: 300,
  public: 600,
  test: 30,
  rates: 600,
}
