/** How many attempts are let through before one has to wait. */
export interface ThrottleRule {
  /** Attempts that failed, or all of them where none can turn out well. */
  readonly most: number
  readonly windowMs: number
  /** The first wait; each further attempt doubles it. Without it one waits until the window ends. */
  readonly firstDelayMs?: number
  readonly longestDelayMs?: number
  /** After so many in a row time does not help any more. */
  readonly mostInARow?: number
}

/** Attempts that an operator may limit otherwise; each is a number of `most`. */
export interface Throttles {
  /** Sign-ins to one account that fail within 15 minutes. */
  readonly signInsPerAccount: number
  /** The same from one address, whatever the account. */
  readonly signInsPerAddress: number
  /** Registrations from one address within an hour. */
  readonly registrationsPerAddress: number
  /** Letters that are asked for one account within an hour. */
  readonly lettersPerAccount: number
  /** The same from one address. */
  readonly lettersPerAddress: number
}

/** One of the throttles. */
export type ThrottleName = keyof Throttles

/** All of them. */
export const throttleNames = [
  'signInsPerAccount',
  'signInsPerAddress',
  'registrationsPerAddress',
  'lettersPerAccount',
  'lettersPerAddress',
] as const satisfies readonly ThrottleName[]

/** What holds unless an operator sets it otherwise. */
export const defaultThrottles: Throttles = {
  signInsPerAccount: 10,
  signInsPerAddress: 30,
  registrationsPerAddress: 60,
  lettersPerAccount: 5,
  lettersPerAddress: 30,
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const growing = { windowMs: 15 * MINUTE_MS, firstDelayMs: MINUTE_MS, longestDelayMs: HOUR_MS } as const
const hourly = { windowMs: HOUR_MS } as const

const shapes = {
  signInsPerAccount: { ...growing, mostInARow: 100 },
  signInsPerAddress: growing,
  registrationsPerAddress: hourly,
  lettersPerAccount: hourly,
  lettersPerAddress: hourly,
} as const satisfies Record<ThrottleName, Omit<ThrottleRule, 'most'>>

/** The whole rule of a throttle. */
export const throttleRule = (throttles: Throttles, name: ThrottleName): ThrottleRule => ({ ...shapes[name], most: throttles[name] })
