import type { Outputs } from '../../trpc.ts'
import { Badge } from '../../ui/badge.tsx'
import { Day, Moment } from '../../ui/moment.tsx'
import { Place } from '../../ui/place.tsx'
import type { Column } from '../../ui/table.tsx'
import { fiat } from '../fiat.ts'

type Row = Outputs['invoices']['portal']['list']['invoices'][number]

/** The columns of the list of invoices. */
export const invoiceColumns: readonly Column<Row>[] = [
  { id: 'created', head: 'Created', cell: ({ created_at }) => <Moment at={created_at} /> },
  {
    id: 'number',
    head: 'Number',
    place: 'lead',
    cell: ({ id, invoice_number }) => (
      <Place className="main" to="/b/$business/invoices/$invoice" params={{ invoice: id }}>
        {invoice_number}
      </Place>
    ),
  },
  { id: 'client', head: 'Client', place: 'foot', cell: ({ client }) => <bdi className="truncate">{client?.name ?? '–'}</bdi> },
  { id: 'status', head: 'Status', place: 'sub', cell: ({ status }) => <Badge state={status} kind="plain" /> },
  { id: 'due', head: 'Due', place: 'sub-end', cell: ({ due_date }) => <Day day={due_date} /> },
  {
    id: 'remaining',
    head: 'Still due',
    isNumber: true,
    cell: ({ status, amount_due, currency }) => (status === 'sent' || status === 'overdue' ? fiat(amount_due, currency) : '–'),
  },
  { id: 'amount', head: 'Amount', place: 'end', isNumber: true, isMain: true, cell: ({ amount, currency }) => fiat(amount, currency) },
]
