import { useQuery } from '@tanstack/react-query'
import { type Outputs, trpc } from '../trpc.ts'
import { Empty, LoadFailed } from '../ui/empty.tsx'
import { transactionColumn } from '../ui/list/transaction-column.tsx'
import { Moment } from '../ui/moment.tsx'
import { Page } from '../ui/page.tsx'
import { Place } from '../ui/place.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { REFRESH_MS } from './use-decision.ts'
import { shortId } from '../ui/text/short-id.ts'

type Token = Outputs['operator']['unsupportedTokens']['tokens'][number]

/** Tokens that arrived and that the gateway does not know; anybody may flush them to the merchant's wallet. */
export function TokensPage() {
  const found = useQuery(trpc.operator.unsupportedTokens.queryOptions(undefined, { refetchInterval: REFRESH_MS }))
  if (found.error) return <LoadFailed title="Tokens could not be loaded" error={found.error} onRetry={() => void found.refetch()} />
  return (
    <Page title="Unsupported tokens">
      <p>They lie at deposit addresses. A flush sends them to the merchant&apos;s wallet; the page of the payment shows the command.</p>
      {found.data?.total === 0 ? (
        <Empty title="No unsupported token">Nothing has arrived that the gateway does not know.</Empty>
      ) : (
        <div className="card">
          <Table
            label="Unsupported tokens"
            columns={columns}
            rows={found.data?.tokens}
            keyOf={({ tx_id, contract, address }) => `${tx_id} ${contract} ${address}`}
          />
        </div>
      )}
    </Page>
  )
}

const columns: readonly Column<Token>[] = [
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
  { id: 'chain', head: 'Chain', cell: ({ chain }) => chain },
  { id: 'contract', head: 'Contract', place: 'foot', cell: ({ contract }) => <span className="mono">{contract}</span> },
  transactionColumn,
  { id: 'units', head: 'Base units', place: 'end', isNumber: true, isMain: true, cell: ({ base_units }) => base_units },
]
