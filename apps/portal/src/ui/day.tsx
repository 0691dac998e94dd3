const format = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })

/** A day of the calendar, `2026-10-31`, in words; a dash without one. It has no time zone, so that it is the same day for every reader. */
export const Day = ({ day }: { readonly day: string | null }) =>
  day === null ? (
    '–'
  ) : (
    <time dateTime={day} className="num nowrap">
      {format.format(new Date(`${day}T00:00:00Z`))}
    </time>
  )
