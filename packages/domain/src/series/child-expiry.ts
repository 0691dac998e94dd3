const HOUR_MS = 60 * 60 * 1_000
const MIN_HOURS = 1
/** The longest life of an unfunded escrow, so a child of a long month expires before the next slot. */
const MAX_HOURS = 720

/**
 * Hours after its opening at which an unpaid child expires: at the next slot, but not after 720 hours and not before one.
 *
 * A child that an outage opened late still ends with its period; one opened in the last hour of it has an hour, past the next slot.
 * Not rounded, because slots can be half an hour off a whole number of hours apart (Lord Howe): `openedAt + hours × 3 600 000 ms` is the
 * instant of the slot to the millisecond, after `Math.round`.
 */
export function childExpiresInHours(openedAt: Date, nextSlotAt: Date): number {
  const hours = (nextSlotAt.getTime() - openedAt.getTime()) / HOUR_MS
  return Math.min(MAX_HOURS, Math.max(MIN_HOURS, hours))
}
