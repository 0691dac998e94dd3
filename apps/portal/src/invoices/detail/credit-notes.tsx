import { Section } from '../../ui/page.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { Day } from '../../ui/moment.tsx'
import { fiat } from '../fiat.ts'
import type { Invoice } from './invoice-detail.ts'

type Row = Invoice['credit_notes'][number]

const columns: readonly Column<Row>[] = [
  { id: 'day', head: 'Issued', place: 'sub-end', cell: ({ issue_date }) => <Day day={issue_date} /> },
  { id: 'number', head: 'Number', place: 'lead', isMain: true, cell: ({ credit_note_number }) => credit_note_number },
  { id: 'reason', head: 'Reason', place: 'sub', cell: ({ reason }) => <bdi className="break-words">{reason ?? '–'}</bdi> },
  { id: 'amount', head: 'Takes off', place: 'end', isNumber: true, isMain: true, cell: ({ amount, currency }) => fiat(amount, currency) },
]

/** What was taken off the invoice after it was sent. */
export function CreditNotes({ invoice: { credit_notes: notes } }: { readonly invoice: Invoice }) {
  if (notes.length === 0) return null
  return (
    <Section title="Credit notes">
      <div className="card">
        <Table label="Credit notes" columns={columns} rows={notes} keyOf={({ id }) => id} />
      </div>
    </Section>
  )
}
