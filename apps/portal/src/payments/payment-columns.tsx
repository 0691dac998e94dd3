import type { Outputs } from '../trpc.ts'
import { Badge } from '../ui/badge.tsx'
import { Coin } from '../ui/coin.tsx'
import { Moment } from '../ui/moment.tsx'
import { formatFiat, tickerOf } from '../ui/money.ts'
import { Place } from '../ui/place.tsx'
import { isState } from '../ui/states.ts'
import type { Column } from '../ui/table.tsx'
import { shortId } from '../ui/text/short-id.ts'

/** A payment as a row of a table. */
export type PaymentRow = Outputs['payments']['portal']['list']['payments'][number]

/** What a payment is called in a list: its description, its order, or the beginning of its id. */
const titleOf = ({ description, order, id }: PaymentRow): string =>
  description ?? (order === null ? `Payment ${shortId(id)}` : `Order ${order}`)

/** The columns of every list of payments. */
export const paymentColumns: readonly Column<PaymentRow>[] = [
  { id: 'created', head: 'Created', place: 'sub-end', cell: ({ created_at }) => <Moment at={created_at} /> },
  {
    id: 'title',
    head: 'Description',
    place: 'lead',
    cell: (payment) => (
      <Place className="main truncate" to="/b/$business/payments/$payment" params={{ payment: payment.id }}>
        <bdi>{titleOf(payment)}</bdi>
      </Place>
    ),
  },
  { id: 'id', head: 'ID', cell: ({ id }) => <span className="mono">{shortId(id)}</span> },
  { id: 'status', head: 'Status', place: 'sub', cell: (payment) => <Status payment={payment} /> },
  {
    id: 'received',
    head: 'Received',
    isNumber: true,
    cell: ({ amount_received, blockchain }) => (
      <span className="inline-flex items-center gap-2">
        {amount_received} {tickerOf(blockchain)}
        <Coin asset={blockchain} />
      </span>
    ),
  },
  {
    id: 'amount',
    head: 'Amount',
    place: 'end',
    isNumber: true,
    isMain: true,
    cell: ({ amount, currency }) => formatFiat(String(amount), currency),
  },
]

function Status({ payment: { status, exceptions } }: { readonly payment: PaymentRow }) {
  return (
    <span className="statuses">
      <Badge state={status} kind="plain" />
      {exceptions.filter(isState).map((exception) => (
        <Badge key={exception} state={exception} />
      ))}
    </span>
  )
}
