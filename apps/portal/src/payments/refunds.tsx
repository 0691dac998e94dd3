import { Address } from '../ui/address.tsx'
import { Badge } from '../ui/badge.tsx'
import { Moment } from '../ui/moment.tsx'
import { Section } from '../ui/page.tsx'
import type { State } from '../ui/states.ts'
import { type Column, Table } from '../ui/table.tsx'
import type { Detail } from './payment.tsx'

type Refund = Detail['refunds'][number]

const states: Readonly<Record<Refund['status'], readonly [State, string]>> = {
  offered: ['pending', 'Link sent'],
  claimed: ['pending', 'Address named'],
  paying: ['forwarding', 'On its way'],
  returned: ['refunded', 'Refunded'],
  withdrawn: ['cancelled', 'Taken back'],
}

/** Refunds of held money: whether the customer has named an address, and from when on it is paid. */
export function Refunds({ detail: { refunds } }: { readonly detail: Pick<Detail, 'refunds'> }) {
  if (refunds.length === 0) return null
  const columns: Column<Refund>[] = [
    { id: 'at', head: 'Offered', place: 'sub', cell: ({ offered_at }) => <Moment at={offered_at} /> },
    {
      id: 'state',
      head: 'State',
      place: 'end',
      cell: ({ status }) => (
        <Badge state={states[status][0]} kind="plain">
          {states[status][1]}
        </Badge>
      ),
    },
    {
      id: 'address',
      head: 'Address',
      place: 'lead',
      cell: ({ address }) => (address === null ? <span className="hint">not named yet</span> : <Address text={address} />),
    },
    {
      id: 'next',
      head: 'Next',
      place: 'sub-end',
      cell: ({ status, payable_from, offer_ends_at, ended_at }) => {
        if (ended_at !== null) return <Moment at={ended_at} />
        if (status === 'offered')
          return (
            <>
              link ends <Moment at={offer_ends_at} />
            </>
          )
        return payable_from === null ? (
          '–'
        ) : (
          <>
            paid from <Moment at={payable_from} /> on
          </>
        )
      },
    },
  ]
  return (
    <Section title="Refunds">
      <div className="card">
        <Table label="Refunds" columns={columns} rows={refunds} keyOf={({ id }) => id} />
      </div>
    </Section>
  )
}
