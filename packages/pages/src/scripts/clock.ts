const MS = 1_000

/** The server's clock minus the one of this page, in milliseconds. */
let ahead = 0

/** Sets the clock by the time that a page was drawn at; `at` is when its answer arrived, on the clock of `performance`. */
export function setClock(drawnAt: string | undefined, at = performance.now()): void {
  ahead = Date.parse(drawnAt ?? '') - at
}

/** Arrival of the document itself. */
export function arrivalOfDocument(): number {
  const [navigation] = performance.getEntriesByType('navigation')
  return navigation instanceof PerformanceNavigationTiming ? navigation.responseStart : performance.now()
}

/** Seconds until a time by the server's clock; undefined for no time. */
export function secondsUntil(time: string | undefined): number | undefined {
  const left = (Date.parse(time ?? '') - ahead - performance.now()) / MS
  return Number.isNaN(left) ? undefined : left
}
