import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, type Outputs, trpc } from '../trpc.ts'
import { short } from '../ui/address.tsx'
import { Button } from '../ui/button.tsx'
import { Empty, LoadFailed } from '../ui/empty.tsx'
import { Moment } from '../ui/moment.tsx'
import { Page } from '../ui/page.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { DecideDispute } from './decide-dispute.tsx'
import { REFRESH_MS } from './use-decision.ts'
import { shortId } from '../ui/text/short-id.ts'

/** A disputed escrow. */
export type Dispute = Outputs['operator']['disputes']['disputes'][number]

/** Escrows whose parties disagree: operators decide who gets the whole amount. */
export function DisputesPage() {
  const found = useQuery(trpc.operator.disputes.queryOptions(undefined, { refetchInterval: REFRESH_MS }))
  const [deciding, setDeciding] = useState<Dispute>()
  if (found.error && !found.data)
    return <LoadFailed title="Disputes could not be loaded" error={found.error} onRetry={() => void found.refetch()} />
  return (
    <Page title="Disputes">
      <p>An escrow goes whole to one of its parties. Without a decision in time it is refunded.</p>
      {found.data?.disputes.length === 0 ? (
        <Empty title="No dispute waits">Every escrow is with its parties.</Empty>
      ) : (
        <div className="card">
          <Table label="Disputes" columns={columnsOf(setDeciding)} rows={found.data?.disputes} keyOf={({ id }) => id} />
        </div>
      )}
      {deciding && <DecideDispute dispute={deciding} decide={decide} onClose={() => setDeciding(undefined)} />}
    </Page>
  )
}

const decide = (input: { id: string; outcome: 'release' | 'refund'; resolution: string }) => api.operator.decideDispute.mutate(input)

const columnsOf = (onDecide: (dispute: Dispute) => void): readonly Column<Dispute>[] => [
  { id: 'since', head: 'Since', cell: ({ disputed_at }) => disputed_at && <Moment at={disputed_at} /> },
  { id: 'escrow', head: 'Escrow', place: 'lead', cell: ({ id }) => <span className="main mono">{shortId(id)}</span> },
  { id: 'reason', head: 'Reason', place: 'foot', cell: ({ reason }) => <bdi>{reason}</bdi> },
  {
    id: 'parties',
    head: 'From, to',
    cell: ({ depositor_address, beneficiary_address }) => (
      <span className="mono" title={`${depositor_address ?? 'not named'} → ${beneficiary_address}`}>
        {depositor_address === null ? 'not named' : short(depositor_address)} → {short(beneficiary_address)}
      </span>
    ),
  },
  { id: 'until', head: 'Refunded at', place: 'sub', cell: ({ decided_at_latest: at }) => at && <Moment at={at} /> },
  { id: 'amount', head: 'Amount', place: 'end', isNumber: true, isMain: true, cell: ({ amount, blockchain }) => `${amount} ${blockchain}` },
  {
    id: 'act',
    head: <span className="sr-only">Actions</span>,
    place: 'sub-end',
    isNumber: true,
    cell: (dispute) => (
      <Button size="sm" onClick={() => onDecide(dispute)}>
        Decide…
      </Button>
    ),
  },
]
