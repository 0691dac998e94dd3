const MINUTE_MS = 60_000
const OPENS_AFTER = 3
const LONGEST_MS = 10 * MINUTE_MS

/**
 * How long a source is left alone after so many failures in a row: not at all before the third, then a minute, two, four, up to ten.
 *
 * One question is asked when that time is over; its answer closes the circuit.
 */
export function restMs(failures: number): number {
  if (failures < OPENS_AFTER) return 0
  return Math.min(MINUTE_MS * 2 ** (failures - OPENS_AFTER), LONGEST_MS)
}

/** True when a source is left alone. */
export const isOpen = (failures: number): boolean => failures >= OPENS_AFTER
