import { useQuery } from '@tanstack/react-query'
import { type Outputs, trpc } from '../trpc.ts'
import { Empty, LoadFailed } from '../ui/empty.tsx'
import { coinOrTokenColumn } from '../ui/list/coin-or-token-column.tsx'
import { transactionColumn } from '../ui/list/transaction-column.tsx'
import { Moment } from '../ui/moment.tsx'
import { Page } from '../ui/page.tsx'
import { Place } from '../ui/place.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { REFRESH_MS } from './use-decision.ts'
import { shortId } from '../ui/text/short-id.ts'

type Transfer = Outputs['operator']['wrongChain']['transfers'][number]

/** Money that arrived at the address of a payment on another chain; anybody may flush it there to the merchant's wallet. */
export function WrongChainPage() {
  const found = useQuery(trpc.operator.wrongChain.queryOptions(undefined, { refetchInterval: REFRESH_MS }))
  if (found.error)
    return <LoadFailed title="Transfers on the wrong chain could not be loaded" error={found.error} onRetry={() => void found.refetch()} />
  return (
    <Page title="Wrong chain">
      <p>
        It does not count for the payment. A flush on the chain where it lies sends it to the merchant&apos;s wallet; the page of the
        payment shows the command.
      </p>
      {found.data?.total === 0 ? (
        <Empty title="Nothing on a wrong chain">Every transfer has arrived on the chain of its payment.</Empty>
      ) : (
        <div className="card">
          <Table
            label="Wrong chain"
            columns={columns}
            rows={found.data?.transfers}
            keyOf={({ payment_id, chain, blockchain, contract }) => `${payment_id} ${chain} ${blockchain} ${contract}`}
          />
        </div>
      )}
    </Page>
  )
}

const columns: readonly Column<Transfer>[] = [
  { id: 'since', head: 'Since', place: 'sub', cell: ({ since }) => <Moment at={since} /> },
  {
    id: 'payment',
    head: 'Payment',
    place: 'lead',
    cell: ({ payment_id }) => (
      <Place className="main mono" to="/operator/payments/$payment" params={{ payment: payment_id }}>
        {shortId(payment_id)}
      </Place>
    ),
  },
  { id: 'chain', head: 'Arrived on', place: 'foot', cell: ({ chain, due_on }) => `${chain}, due on ${due_on}` },
  transactionColumn,
  coinOrTokenColumn,
]
