import type { Outputs } from '../trpc.ts'
import { Badge } from '../ui/badge.tsx'
import { Moment } from '../ui/moment.tsx'
import { Place } from '../ui/place.tsx'
import type { Column } from '../ui/table.tsx'
import { formatAmount } from './format-amount.ts'

/** A series as the API gives it. */
export type Series = Outputs['series']['get']['series']

/** What each interval is called. */
export const intervalWords: Readonly<Record<Series['interval'], string>> = {
  weekly: 'every week',
  biweekly: 'every second week',
  monthly: 'every month',
}

/** "3 of 12", or "3" of a series without end. */
export const periodsOf = ({ periods_completed: opened, max_periods: most }: Series): string =>
  most === null ? String(opened) : `${opened} of ${most}`

/** The columns of the list of series. */
export const seriesColumns: readonly Column<Series>[] = [
  {
    id: 'next',
    head: 'Next escrow',
    place: 'sub-end',
    cell: ({ next_charge_at: at }) => (at === null ? <span className="hint">none</span> : <Moment at={at} />),
  },
  {
    id: 'title',
    head: 'Series',
    place: 'lead',
    cell: ({ id, description, customer_email }) => (
      <>
        <Place className="main truncate" to="/b/$business/series/$series" params={{ series: id }}>
          <bdi>{description ?? customer_email}</bdi>
        </Place>
        {description !== null && <span className="hint block truncate">{customer_email}</span>}
      </>
    ),
  },
  { id: 'interval', head: 'Interval', cell: ({ interval }) => <span className="nowrap">{intervalWords[interval]}</span> },
  { id: 'periods', head: 'Escrows', isNumber: true, cell: periodsOf },
  { id: 'status', head: 'Status', place: 'sub', cell: ({ status }) => <Badge state={status} kind="plain" /> },
  {
    id: 'amount',
    head: 'Amount',
    place: 'end',
    isNumber: true,
    isMain: true,
    cell: ({ amount, currency, amount_unit: unit }) => formatAmount(amount, { currency, unit }),
  },
]
