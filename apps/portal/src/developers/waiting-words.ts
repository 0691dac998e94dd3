/** The server counts no further. */
const MOST_COUNTED = 1_000

/** How many deliveries wait. */
export function waitingWords(waiting: number): string {
  if (waiting >= MOST_COUNTED) return '1,000 or more deliveries'
  return waiting === 1 ? '1 delivery' : `${waiting} deliveries`
}
