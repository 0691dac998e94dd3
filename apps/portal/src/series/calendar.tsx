import { Glyph } from '../ui/glyph.tsx'
import { Moment, relativeTo } from '../ui/moment.tsx'
import { Section } from '../ui/page.tsx'
import type { SeriesCalendar } from './series.tsx'
import type { Series } from './series-columns.tsx'
import { formatAmount } from './format-amount.ts'

interface CalendarProps {
  readonly series: Series
  /** Undefined until it is read. */
  readonly calendar: SeriesCalendar | undefined
}

/** The escrows that the series is going to open, as long as nothing is changed. */
export function Calendar({ series, calendar }: CalendarProps) {
  return (
    <Section title="Next escrows" aside={calendar && <span className="hint push">Your time; slots follow {calendar.time_zone}</span>}>
      {calendar === undefined ? <span className="skel" /> : <Charges series={series} calendar={calendar} />}
    </Section>
  )
}

function Charges({ series, calendar: { charges, resumes_at } }: { readonly series: Series; readonly calendar: SeriesCalendar }) {
  const amount = formatAmount(series.amount, { currency: series.currency, unit: series.amount_unit })
  if (resumes_at !== null)
    return (
      <p className="hint">
        None while the series is paused. Resumed now, it opens the next one on <Moment at={resumes_at} />.
      </p>
    )
  if (charges.length === 0) return <p className="hint">None: the series has ended.</p>
  return (
    <ol className="timeline">
      {charges.map(({ period, at, is_due }) => (
        <li key={period}>
          <Glyph state={is_due ? 'retrying' : 'pending'} />
          <span className="timeline__what">
            Period {period}, {amount}
          </span>
          <Moment at={at} />
          <span className="timeline__more">{is_due ? 'Due now: it waits for an exchange rate.' : relativeTo(at)}</span>
        </li>
      ))}
    </ol>
  )
}
