import { Badge } from '../../ui/badge.tsx'
import { Moment } from '../../ui/moment.tsx'
import { formatAsset } from '../../ui/money.ts'
import { Transaction } from '../../ui/list/transaction.tsx'
import { Section } from '../../ui/page.tsx'
import { Place } from '../../ui/place.tsx'
import type { State } from '../../ui/states.ts'
import { type Column, Table } from '../../ui/table.tsx'
import { formatMinor } from '../../cards/card-money.ts'
import { fiat } from '../fiat.ts'
import type { InvoiceDetail } from './invoice-detail.ts'

/** Money that came for the invoice, by any rail. */
interface Row {
  readonly id: string
  readonly at: string | null
  readonly way: React.ReactNode
  readonly came: string
  readonly state: React.ReactNode
  readonly credited: string
}

const columns: readonly Column<Row>[] = [
  { id: 'at', head: 'Received', place: 'sub-end', cell: ({ at }) => at !== null && <Moment at={at} /> },
  { id: 'way', head: 'By', place: 'lead', isMain: true, cell: ({ way }) => way },
  { id: 'state', head: 'Status', place: 'sub', cell: ({ state }) => state },
  { id: 'came', head: 'Came', isNumber: true, cell: ({ came }) => came },
  { id: 'credited', head: 'Pays', place: 'end', isNumber: true, isMain: true, cell: ({ credited }) => credited },
]

/** What has come for the invoice: deposits, card payments, and what was paid outside. */
export function Money({ detail }: { readonly detail: InvoiceDetail }) {
  if (detail.invoice.status === 'draft') return null
  const rows = [...depositsOf(detail), ...cardsOf(detail), ...outsideOf(detail), ...givenBackOf(detail)]
  return (
    <Section title="Payments">
      {rows.length === 0 ? (
        <p className="hint">Nothing has come yet.</p>
      ) : (
        <div className="card">
          <Table label="Payments" columns={columns} rows={rows} keyOf={({ id }) => id} />
        </div>
      )}
    </Section>
  )
}

type Deposit = InvoiceDetail['deposits'][number]

const depositStates: Readonly<Record<Deposit['status'], readonly [State, string]>> = {
  processing: ['detected', 'Confirming'],
  credited: ['confirmed', 'Credited'],
  held: ['held', 'Held'],
  forwarded: ['forwarded', 'Forwarded'],
  returned: ['refunded', 'Returned'],
}

function DepositState({ deposit }: { readonly deposit: Deposit }) {
  const [state, word] = depositStates[deposit.status]
  const { confirmations, confirmations_required: required } = deposit
  return (
    <Badge state={state} kind="plain">
      {deposit.status === 'processing' ? `${Math.min(confirmations, required)} of ${required} confirmations` : word}
    </Badge>
  )
}

const depositsOf = ({ deposits, explorer_tx: explorer, invoice: { currency } }: InvoiceDetail): Row[] =>
  deposits.map((deposit) => ({
    id: deposit.id,
    at: deposit.arrived_at,
    way: <Transaction id={deposit.tx_id} explorer={explorer} />,
    came: formatAsset(deposit.amount, deposit.blockchain),
    state: <DepositState deposit={deposit} />,
    credited: deposit.status === 'credited' ? fiat(deposit.credited, currency) : '–',
  }))

const cardsOf = ({ cards, invoice }: InvoiceDetail): Row[] =>
  cards.map(({ id, created_at: at, status, amount, currency, credited }) => ({
    id,
    at,
    way: (
      <Place to="/b/$business/cards/payments/$card" params={{ card: id }}>
        Card
      </Place>
    ),
    came: formatMinor(amount, currency),
    state: <Badge state={status} kind="plain" />,
    credited: fiat(credited, invoice.currency),
  }))

function outsideOf({ invoice: { paid_outside: outside, paid_at: at, currency } }: InvoiceDetail): Row[] {
  if (outside === null) return []
  const amount = fiat(outside.amount, currency)
  const way = outside.note ? <bdi className="break-words">Outside: {outside.note}</bdi> : 'Outside'
  return [{ id: 'outside', at, way, came: amount, state: <Badge state="paid" kind="plain" />, credited: amount }]
}

/** What was given back from elsewhere counts against nothing: it is shown for the record. */
const givenBackOf = ({ given_back: given, invoice: { currency } }: InvoiceDetail): Row[] =>
  given.map(({ id, amount, reason, tx_hashes: [txId], created_at: at }) => ({
    id,
    at,
    way: (
      <bdi className="break-words">
        Given back{reason ? `: ${reason}` : ''}
        {txId ? `, ${txId}` : ''}
      </bdi>
    ),
    came: amount === null ? '–' : fiat(-amount, currency),
    state: <Badge state="refunded" kind="plain" />,
    credited: '–',
  }))
