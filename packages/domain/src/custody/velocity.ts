/** The outflow of an asset against its limits; all in US cents. */
export interface Velocity {
  /** Value of the payout; undefined without a price. */
  readonly usdCents: bigint | undefined
  /** Outflow in this clock hour, and in the 24 hours ending with it. */
  readonly hourCents: bigint
  readonly dayCents: bigint
  /** The best hour of the seven days before this one. */
  readonly bestHourCents: bigint
  readonly floors: VelocityFloors
}

/** The outflow that is always allowed; the operator's setting, in US cents. */
export interface VelocityFloors {
  readonly hourCents: bigint
  readonly dayCents: bigint
}

const GROWTH = 3n
const HOUR_MS = 60 * 60 * 1_000

/** How far back the best hour is searched. */
export const REMEMBERED_HOURS = 7 * 24
/** Hours of the daily limit. */
export const DAY_HOURS = 24

/** The clock hour of a moment. */
export const hourOf = (at: Date): Date => new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS)

/** The hour that began so many hours before. */
export const hoursBefore = (hour: Date, hours: number): Date => new Date(hour.getTime() - hours * HOUR_MS)

/**
 * True when a payout would exceed the hourly or daily limit: the operator's floor, or three times the best hour of a week.
 * A transaction cannot be worth more than its hour, so it needs no cap of its own.
 */
export function isAboveCaps({ usdCents = 0n, hourCents, dayCents, bestHourCents, floors }: Velocity): boolean {
  const grown = bestHourCents * GROWTH
  return hourCents + usdCents > larger(floors.hourCents, grown) || dayCents + usdCents > larger(floors.dayCents, grown)
}

const larger = (left: bigint, right: bigint): bigint => (left > right ? left : right)
