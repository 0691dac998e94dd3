import { Badge } from '../ui/badge.tsx'
import { Moment } from '../ui/moment.tsx'
import { formatAsset } from '../ui/money.ts'
import { Section } from '../ui/page.tsx'
import type { State } from '../ui/states.ts'
import { type Column, Table } from '../ui/table.tsx'
import { Transaction } from '../ui/list/transaction.tsx'
import { holdReason } from './hold-reasons.ts'
import type { Detail } from './payment.tsx'
import { payoutShares } from './payout-shares.ts'
import { DepositState } from './timeline.tsx'

type Deposit = Detail['payment']['deposits'][number]
type Payout = Detail['payment']['payouts'][number]

const payoutStates: Readonly<Record<Payout['status'], readonly [State, string]>> = {
  waiting: ['pending', 'Waiting'],
  sent: ['forwarding', 'Sent'],
  final: ['forwarded', 'Final'],
}

/** Everything that arrived and everything that left. */
export function Movements({ detail: { payment, explorer_tx } }: { readonly detail: Detail }) {
  const deposits: Column<Deposit & { key: string }>[] = [
    { id: 'at', head: 'Seen', place: 'sub', cell: ({ received_at }) => <Moment at={received_at} isPrecise /> },
    { id: 'tx', head: 'Transaction', place: 'lead', cell: ({ tx_hash }) => <Transaction id={tx_hash} explorer={explorer_tx} /> },
    { id: 'state', head: 'State', cell: ({ status }) => <DepositState status={status} /> },
    {
      id: 'confirmations',
      head: 'Confirmations',
      place: 'sub-end',
      cell: ({ confirmations }) => `${confirmations} of ${payment.confirmations_required}`,
    },
    {
      id: 'amount',
      head: 'Amount',
      place: 'end',
      isNumber: true,
      isMain: true,
      cell: ({ amount, asset }) => (asset === null ? `${amount} units` : formatAsset(amount, asset)),
    },
  ]
  const payouts: Column<Payout & { key: string }>[] = [
    { id: 'at', head: 'Planned', place: 'sub', cell: ({ created_at }) => <Moment at={created_at} isPrecise /> },
    { id: 'tx', head: 'Transaction', place: 'lead', cell: ({ tx_hash }) => <Transaction id={tx_hash} explorer={explorer_tx} /> },
    { id: 'purpose', head: 'To', place: 'foot', cell: ({ purpose }) => (purpose === 'forward' ? 'Your wallet' : 'The customer') },
    { id: 'state', head: 'State', place: 'sub-end', cell: (payout) => <PayoutState payout={payout} /> },
    { id: 'amount', head: 'Amount', place: 'end', isNumber: true, isMain: true, cell: (payout) => <PayoutAmount payout={payout} /> },
  ]
  const waiting = payment.payouts.find(({ reason }) => reason !== null)?.reason
  return (
    <>
      {payment.deposits.length > 0 && (
        <Section title="Deposits">
          <div className="card">
            <Table label="Deposits" columns={deposits} rows={keyed(payment.deposits)} keyOf={({ key }) => key} />
          </div>
        </Section>
      )}
      {payment.payouts.length > 0 && (
        <Section title="Payouts">
          {waiting && <p className="hint">{holdReason(waiting)}</p>}
          <div className="card">
            <Table label="Payouts" columns={payouts} rows={keyed(payment.payouts)} keyOf={({ key }) => key} />
          </div>
        </Section>
      )}
    </>
  )
}

const keyed = <Row,>(rows: readonly Row[]) => rows.map((row, at) => ({ ...row, key: String(at) }))

/** What reaches the receiver, and below it what the rest of the transaction pays for. */
function PayoutAmount({ payout }: { readonly payout: Payout }) {
  const { reaches, takenOff } = payoutShares(payout)
  return (
    <span className="block py-2">
      {formatAsset(reaches, payout.asset)}
      {takenOff.map(([name, share]) => (
        <span key={name} className="hint block">
          {name} {share}
        </span>
      ))}
    </span>
  )
}

function PayoutState({ payout: { status, reason } }: { readonly payout: Payout }) {
  const [state, word] = reason === null ? payoutStates[status] : (['held', 'Held'] as const)
  return (
    <Badge state={state} kind="plain">
      {word}
    </Badge>
  )
}
