/** What leaves of an asset against what may leave; all in US cents. */
export interface Velocity {
  /** Worth of the payout; undefined when nobody knows a price. */
  readonly usdCents: bigint | undefined
  /** What has left in this hour of the clock, and in the 24 that end with it. */
  readonly hourCents: bigint
  readonly dayCents: bigint
  /** The best hour of the seven days before this one. */
  readonly bestHourCents: bigint
  readonly floors: VelocityFloors
}

/** What may always leave, whatever left before; the operator's setting, in US cents. */
export interface VelocityFloors {
  readonly hourCents: bigint
  readonly dayCents: bigint
}

const GROWTH = 3n
const HOUR_MS = 60 * 60 * 1_000

/** How far back the best hour is looked for. */
export const REMEMBERED_HOURS = 7 * 24
/** How many hours make the day that is counted. */
export const DAY_HOURS = 24

/** The hour of the clock that a moment lies in. */
export const hourOf = (at: Date): Date => new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS)

/** The hour that began so many hours before. */
export const hoursBefore = (hour: Date, hours: number): Date => new Date(hour.getTime() - hours * HOUR_MS)

/**
 * True when a payout would take more out than may leave within the hour or the day: the operator's floor, or three times the best hour of a week.
 *
 * A transaction cannot be worth more than its hour, so it needs no cap of its own.
 */
export function isAboveCaps({ usdCents = 0n, hourCents, dayCents, bestHourCents, floors }: Velocity): boolean {
  const grown = bestHourCents * GROWTH
  return hourCents + usdCents > larger(floors.hourCents, grown) || dayCents + usdCents > larger(floors.dayCents, grown)
}

const larger = (left: bigint, right: bigint): bigint => (left > right ? left : right)
