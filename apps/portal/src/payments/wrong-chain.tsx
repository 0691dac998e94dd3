import { coinOrTokenColumn } from '../ui/list/coin-or-token-column.tsx'
import { transactionColumn } from '../ui/list/transaction-column.tsx'
import { Moment } from '../ui/moment.tsx'
import { Section } from '../ui/page.tsx'
import { type Column, Table } from '../ui/table.tsx'
import type { Detail } from './payment.tsx'

type Money = Detail['wrong_chain'][number]

/** What customers sent to the payment's address on another chain: it counts for nothing, and an operator knows how to send it on. */
export function WrongChain({ detail: { wrong_chain: money } }: { readonly detail: Detail }) {
  if (money.length === 0) return null
  return (
    <Section title="On the wrong chain">
      <p className="hint">
        This came to the address of the payment on another chain. It does not count as paid. The operator of this gateway can send it on to
        your wallet there.
      </p>
      <div className="card">
        <Table
          label="On the wrong chain"
          columns={columns}
          rows={money}
          keyOf={({ chain, blockchain, contract }) => `${chain} ${blockchain} ${contract}`}
        />
      </div>
    </Section>
  )
}

const columns: readonly Column<Money>[] = [
  { id: 'since', head: 'Since', place: 'sub', cell: ({ since }) => <Moment at={since} /> },
  { id: 'chain', head: 'Arrived on', place: 'lead', cell: ({ chain }) => chain },
  transactionColumn,
  coinOrTokenColumn,
]
