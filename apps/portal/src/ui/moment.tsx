const DAY_MS = 24 * 60 * 60 * 1000
const written = (more: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', ...more })
const year = { year: 'numeric' } as const
const minute = { hour: '2-digit', minute: '2-digit' } as const
const second = { ...minute, second: '2-digit' } as const
/** The forms of a time: within the year at hand, and further away from now. */
const forms = {
  minute: { near: written(minute), far: written({ ...minute, ...year }) },
  second: { near: written(second), far: written({ ...second, ...year }) },
} as const
const day = written(year)
const calendarDay = written({ ...year, timeZone: 'UTC' })
/** A time this far away, back or ahead, has its year with it: without one it reads as if it were near. */
const FAR_DAYS = 300

/** A time in the reader's zone; the UTC time is its title. */
export function Moment({ at, isPrecise = false }: { readonly at: string; readonly isPrecise?: boolean }) {
  const time = new Date(at)
  const isFar = Math.abs(Date.now() - time.getTime()) > FAR_DAYS * DAY_MS
  const format = forms[isPrecise ? 'second' : 'minute'][isFar ? 'far' : 'near']
  return (
    <time dateTime={at} title={`${at.replace('T', ' ').replace(/\.\d+Z$/, '')} UTC`} className="num nowrap">
      {format.format(time)}
    </time>
  )
}

/** A day of the calendar, `2026-10-31`, in words; a dash without one. It has no time zone, so that it is the same day for every reader. */
export const Day = ({ day }: { readonly day: string | null }) =>
  day === null ? (
    '–'
  ) : (
    <time dateTime={day} className="num nowrap">
      {calendarDay.format(new Date(`${day}T00:00:00Z`))}
    </time>
  )

/** The day of a time, in the reader's zone. */
export const dayOf = (at: string): string => day.format(new Date(at))

const units = [
  ['day', DAY_MS],
  ['hour', 60 * 60 * 1000],
  ['minute', 60 * 1000],
  ['second', 1000],
] as const
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'always' })

/** How long ago, or in how long, in the largest unit that fits. */
export function relativeTo(at: string, now = Date.now()): string {
  const ms = new Date(at).getTime() - now
  const [unit, size] = units.find(([, length]) => Math.abs(ms) >= length) ?? ['second', 1000]
  return relative.format(Math.round(ms / size), unit)
}
