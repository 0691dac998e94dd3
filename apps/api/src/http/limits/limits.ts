/** Requests a minute, by what is limited. */
export interface Limits {
  /** What a credential may ask of routes without a limit of their own; all credentials of a merchant together have twice as much for all routes. */
  readonly default: number
  /** The same for an address that asks without a credential, or with one that nobody accepts; health checks have as much again. */
  readonly anonymous: number
  /** Payments a credential creates. */
  readonly creation: number
  /** Reads of one object by one credential or address: those that wait for its status. */
  readonly polling: number
  /** Images and public views by an address. */
  readonly public: number
  /** Test deliveries a credential asks for. */
  readonly test: number
  /** Rates asked for by an address. */
  readonly rates: number
}

/** One of the limits. */
export type LimitName = keyof Limits

/** All of them. */
export const limitNames = ['default', 'anonymous', 'creation', 'polling', 'public', 'test', 'rates'] as const satisfies readonly LimitName[]

/** What holds unless an operator sets it otherwise. */
export const defaultLimits: Limits = {
  default: 3_000,
  anonymous: 600,
  creation: 600,
  polling: 300,
  public: 600,
  test: 30,
  rates: 600,
}
