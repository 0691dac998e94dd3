import type { SeriesChanged } from './signals.ts'

/** Activities of the series role. */
export interface SeriesActivities {
  /**
   * Opens the escrow of the latest slot that is due, if the series is due by its row. What keeps it from opening is left to the sweep.
   * @returns the state of the row.
   */
  openPeriod(input: { seriesId: string }): Promise<SeriesChanged>
}
