import type { SeriesState } from '@gateway/domain/series/series-machine'
import { defineSignal } from '@temporalio/workflow'

/** One workflow per series, a run of it for each period. */
export const seriesWorkflowId = (seriesId: string): string => `series/${seriesId}`

/** The input of a series' workflow: its id and the state of its row at the start, nothing secret. */
export interface SeriesWorkflowInput {
  readonly seriesId: string
  readonly known: SeriesChanged
}

/** The state of the row. `sequence` grows with every change of it, so repeated and late signals are ignored. */
export interface SeriesChanged {
  readonly sequence: number
  readonly state: SeriesState
  /** RFC 3339; when the next escrow is due. Null while none is. */
  readonly dueAt: string | null
}

/** In these states no further escrow is opened, and no run is needed. */
export const endedSeries: ReadonlySet<SeriesState> = new Set<SeriesState>(['completed', 'cancelled'])

/** Sent after each committed command, and after an escrow that the sweep has opened. */
export const seriesChanged = defineSignal<[SeriesChanged]>('seriesChanged')
