const MINUTE_MS = 60_000
const OPENS_AFTER = 3
const MAX_OPEN_MS = 10 * MINUTE_MS

/**
 * The rest of a source after consecutive failures: none before the third, then one minute, two, four, up to ten.
 * One request is sent after the rest; its answer closes the circuit.
 */
export function restMs(failures: number): number {
  if (failures < OPENS_AFTER) return 0
  return Math.min(MINUTE_MS * 2 ** (failures - OPENS_AFTER), MAX_OPEN_MS)
}

/** True when a source rests. */
export const isOpen = (failures: number): boolean => failures >= OPENS_AFTER
