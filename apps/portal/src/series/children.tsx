import type { ReactNode } from 'react'
import { EscrowLink } from '../escrows/escrow-columns.tsx'
import type { Outputs } from '../trpc.ts'
import { Badge } from '../ui/badge.tsx'
import { Moment } from '../ui/moment.tsx'
import { formatCoins } from '../ui/money.ts'
import { Section } from '../ui/page.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { formatAmount } from './format-amount.ts'

type Child = Outputs['series']['get']['escrows'][number]

/** Why a customer did not get the link. */
const problems: Readonly<Record<NonNullable<Child['email_problem']>, string>> = {
  sender_unverified: 'Not sent: confirm your own e-mail address first',
  recipient_limit: 'Not sent: the customer got too many that day',
  business_limit: 'Not sent: too many went out that day',
  account_limit: 'Not sent: too many went out that day',
  address_refused: 'Not sent: there is no such mailbox',
  content_refused: 'Not sent: the mail server refused it',
  not_needed: 'Not sent: it was not needed any more',
  too_late: 'Not sent in time',
  unreadable: 'Not sent: its text could not be opened',
}

const ways = { queued: 'On its way', sent: 'Sent', not_sent: 'Not sent' } as const

const fateOf = ({ email_status: status, email_problem: problem }: Child): ReactNode => {
  if (problem !== null)
    return (
      <Badge state="failed" kind="plain">
        {problems[problem]}
      </Badge>
    )
  return <span className="hint">{status === null ? 'None' : ways[status]}</span>
}

/** Card escrows have a page of their own. */
const nameOf = ({ id, period, coin }: Child): ReactNode =>
  coin === null ? `Period ${period}` : <EscrowLink id={id}>Period {period}</EscrowLink>

/** A card escrow has no coins. */
const coinsOf = ({ crypto_amount: amount, coin }: Child): ReactNode => (amount === null || coin === null ? '' : formatCoins(amount, coin))

const columns: readonly Column<Child>[] = [
  { id: 'due', head: 'Due', place: 'sub-end', cell: ({ due_at }) => <Moment at={due_at} /> },
  { id: 'period', head: 'Period', place: 'lead', cell: nameOf },
  { id: 'status', head: 'Status', place: 'sub', cell: (child) => <Status child={child} /> },
  { id: 'email', head: 'Link by e-mail', place: 'foot', cell: fateOf },
  { id: 'coins', head: 'In coins', isNumber: true, cell: coinsOf },
  {
    id: 'amount',
    head: 'Amount',
    place: 'end',
    isNumber: true,
    isMain: true,
    cell: ({ amount, currency, coin }) => formatAmount(amount, { currency, unit: coin === null ? 'minor' : 'major' }),
  },
]

/** An escrow of contracts has no address before its customer has named one. */
const Status = ({ child: { status, escrow_address, checkout_url } }: { readonly child: Child }) => (
  <>
    <Badge state={status} kind="plain" />
    {status === 'created' && escrow_address === null && checkout_url === null && (
      <span className="hint">Waits for the customer’s refund address</span>
    )}
  </>
)

/** The escrows that the series has opened, the latest first. */
export function Children({ escrows }: { readonly escrows: readonly Child[] }) {
  return (
    <Section title="Escrows">
      {escrows.length === 0 ? (
        <p className="hint">None yet: the first one waits for an exchange rate.</p>
      ) : (
        <div className="card">
          <Table label="Escrows" columns={columns} rows={escrows.toReversed()} keyOf={({ id }) => id} />
        </div>
      )}
    </Section>
  )
}
