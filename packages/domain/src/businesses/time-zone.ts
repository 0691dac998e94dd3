import { Temporal } from 'temporal-polyfill'

const SHAPE = /^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/
/** Zones of ICU that are not in the IANA database, so that Postgres does not know them. */
const ICU_ONLY = /^(?:SystemV\/.*|US\/Pacific-New)$/i
/** Zones with daylight saving that Postgres takes for abbreviations of one offset, in July too. */
const FIXED_IN_POSTGRES = /^(?:CET|EET|MET|WET)$/i

/**
 * True of the name of an IANA time zone that the runtime, the calendar and Postgres read alike.
 *
 * The runtime also knows abbreviations such as IST and CTT, which the calendar rejects. Offsets such as +01:00 have no daylight saving and are no zones.
 */
export const isTimeZone = (name: string): boolean =>
  SHAPE.test(name) && !ICU_ONLY.test(name) && !FIXED_IN_POSTGRES.test(name) && isReadBy(runtime, name) && isReadBy(calendar, name)

const runtime = (timeZone: string): unknown => new Intl.DateTimeFormat('en', { timeZone })
const calendar = (timeZone: string): unknown => Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(timeZone)

function isReadBy(reader: (timeZone: string) => unknown, name: string): boolean {
  try {
    reader(name)
    return true
  } catch {
    // Both report an unknown zone only by throwing.
    return false
  }
}
