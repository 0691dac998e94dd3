/** How many attempts are allowed before a wait. */
export interface ThrottleRule {
  /** Counts failed attempts, or all attempts where none can succeed. */
  readonly most: number
  readonly windowMs: number
  /** The first wait; each further attempt doubles it. Without it, the wait lasts until the window ends. */
  readonly firstDelayMs?: number
  readonly longestDelayMs?: number
  /** After so many consecutive failures waiting no longer helps. */
  readonly mostInARow?: number
}

/** Throttles an operator may change; each is a value of `most`. */
export interface Throttles {
  /** Failed sign-ins to one account within 15 minutes. */
  readonly signInsPerAccount: number
  /** Failed sign-ins from one address, for any account. */
  readonly signInsPerAddress: number
  /** Wrong codes of a second factor for one account within 15 minutes. */
  readonly codesPerAccount: number
  /** Registrations from one address within an hour. */
  readonly registrationsPerAddress: number
  /** E-mails requested for one account within an hour. */
  readonly emailsPerAccount: number
  /** The same within a day. */
  readonly emailsPerAccountInDay: number
  /** E-mails requested from one address within an hour. */
  readonly emailsPerAddress: number
  /** Escrows created from one address without a credential within an hour. */
  readonly escrowsPerAddress: number
  /** Escrows and series created for one business within an hour. Children that a series opens later do not count. */
  readonly escrowsPerBusiness: number
  /** The same for all businesses of an account. */
  readonly escrowsPerAccount: number
  /** Wrong tokens of escrows from one address within a minute. */
  readonly escrowTokensPerAddress: number
  /** Wrong tokens of one escrow within a minute. */
  readonly escrowTokensPerEscrow: number
}

/** The name of a throttle. */
export type ThrottleName = keyof Throttles

/** All throttle names. */
export const throttleNames = [
  'signInsPerAccount',
  'signInsPerAddress',
  'codesPerAccount',
  'registrationsPerAddress',
  'emailsPerAccount',
  'emailsPerAccountInDay',
  'emailsPerAddress',
  'escrowsPerAddress',
  'escrowsPerBusiness',
  'escrowsPerAccount',
  'escrowTokensPerAddress',
  'escrowTokensPerEscrow',
] as const satisfies readonly ThrottleName[]

/** Defaults, unless an operator sets others. */
export const defaultThrottles: Throttles = {
  signInsPerAccount: 10,
  signInsPerAddress: 30,
  codesPerAccount: 10,
  registrationsPerAddress: 60,
  emailsPerAccount: 5,
  emailsPerAccountInDay: 20,
  emailsPerAddress: 30,
  escrowsPerAddress: 60,
  escrowsPerBusiness: 120,
  escrowsPerAccount: 600,
  escrowTokensPerAddress: 30,
  escrowTokensPerEscrow: 10,
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const growing = { windowMs: 15 * MINUTE_MS, firstDelayMs: MINUTE_MS, longestDelayMs: HOUR_MS } as const
const hourly = { windowMs: HOUR_MS } as const

const shapes = {
  signInsPerAccount: { ...growing, mostInARow: 100 },
  signInsPerAddress: growing,
  codesPerAccount: { ...growing, mostInARow: 100 },
  registrationsPerAddress: hourly,
  emailsPerAccount: hourly,
  emailsPerAccountInDay: { windowMs: 24 * HOUR_MS },
  emailsPerAddress: hourly,
  escrowsPerAddress: hourly,
  escrowsPerBusiness: hourly,
  escrowsPerAccount: hourly,
  escrowTokensPerAddress: { windowMs: MINUTE_MS },
  escrowTokensPerEscrow: { windowMs: MINUTE_MS },
} as const satisfies Record<ThrottleName, Omit<ThrottleRule, 'most'>>

/** The complete rule of a throttle. */
export const throttleRule = (throttles: Throttles, name: ThrottleName): ThrottleRule => ({ ...shapes[name], most: throttles[name] })
