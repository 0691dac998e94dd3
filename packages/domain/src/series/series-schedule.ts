import type { SeriesState } from './series-machine.ts'
import type { SlotAnchor } from './slot-anchor.ts'
import { firstSlotAfter, latestDueSlot, type Slot, slotAt } from './slots.ts'

/** The part of a series that decides when it charges. */
export interface SeriesSchedule {
  readonly state: SeriesState
  readonly anchor: SlotAnchor
  /** Number of the latest slot that has a child; null before the first child. */
  readonly latestSlot: number | null
  /** Children opened, which is the period of the latest one. */
  readonly periodsCompleted: number
  /** Null for a series without end. */
  readonly maxPeriods: number | null
  /** Null while paused and after the end. */
  readonly nextChargeAt: Date | null
}

/** Number of the first slot that may still get a child: a slot never gets two, even if a changed time zone moves it past `now` again. */
export const firstOpenIndex = ({ anchor, latestSlot }: Pick<SeriesSchedule, 'anchor' | 'latestSlot'>): number =>
  latestSlot === null ? anchor.index : latestSlot + 1

/** The latest slot at or before `now`, if it has no child yet. */
export function unopenedDueSlot(schedule: Pick<SeriesSchedule, 'anchor' | 'latestSlot'>, now: Date): Slot | undefined {
  const due = latestDueSlot(schedule.anchor, now)
  return due && due.index >= firstOpenIndex(schedule) ? due : undefined
}

/** The first slot after `now` that may get a child: what `next_charge_at` becomes after a charge and when a series resumes. */
export function nextSlot(schedule: Pick<SeriesSchedule, 'anchor' | 'latestSlot'>, now: Date): Slot {
  const first = firstSlotAfter(schedule.anchor, now)
  const index = Math.max(first.index, firstOpenIndex(schedule))
  return index === first.index ? first : { index, at: slotAt(schedule.anchor, index) }
}
