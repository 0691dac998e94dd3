import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, type Outputs, trpc } from '../trpc.ts'
import { Badge } from '../ui/badge.tsx'
import { Button, OutsideLink } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Empty, LoadFailed } from '../ui/empty.tsx'
import { Moment } from '../ui/moment.tsx'
import { formatAsset } from '../ui/money.ts'
import { Page } from '../ui/page.tsx'
import { Place } from '../ui/place.tsx'
import { messageOf } from '../ui/problem.ts'
import { type Column, Table } from '../ui/table.tsx'
import { toast } from '../ui/toasts.tsx'
import { approvalTold, REFRESH_MS, useDecision } from './use-decision.ts'
import { useShown } from './use-shown.ts'
import { shortId } from '../ui/text/short-id.ts'

type Row = Outputs['operator']['payouts']['waiting'][number]

/** Payouts that are held or stuck, the oldest first, with the reason and the way it ends. */
export function PayoutsPage() {
  const found = useQuery(trpc.operator.payouts.queryOptions(undefined, { refetchInterval: REFRESH_MS }))
  return <Waiting title="Payouts that wait" none="Every payout is on its way." {...found} onRetry={() => void found.refetch()} />
}

/** Money that waits for a decision of its merchant or of an operator. */
export function HeldPage() {
  const found = useQuery(trpc.operator.heldMoney.queryOptions(undefined, { refetchInterval: REFRESH_MS }))
  return <Waiting title="Held money" none="No money waits for a decision." {...found} onRetry={() => void found.refetch()} />
}

interface WaitingProps {
  readonly title: string
  readonly none: string
  readonly data: Outputs['operator']['payouts'] | undefined
  readonly error: unknown
  readonly onRetry: () => void
}

function Waiting({ title, none, data, error, onRetry }: WaitingProps) {
  const [releasing, setReleasing] = useState<string>()
  const chosen = data?.waiting.find((row) => keyOf(row) === releasing)
  if (error && !data) return <LoadFailed title={`${title} could not be loaded`} error={error} onRetry={onRetry} />
  return (
    <Page title={title}>
      {data?.total === 0 ? (
        <Empty title="Nothing waits">{none}</Empty>
      ) : (
        <div className="card">
          <Table label={title} columns={columnsOf((row) => setReleasing(keyOf(row)))} rows={data?.waiting} keyOf={keyOf} />
          {data && data.total > data.waiting.length && <div className="pager">{`The oldest ${data.waiting.length} of ${data.total}`}</div>}
        </div>
      )}
      {chosen && <Release now={chosen} onClose={() => setReleasing(undefined)} />}
    </Page>
  )
}

const keyOf = ({ id, kind, round, blockchain, since }: Row): string => [id, kind, round?.round, blockchain, since].join(' ')

const columnsOf = (onRelease: (row: Row) => void): readonly Column<Row>[] => [
  { id: 'since', head: 'Since', place: 'sub', cell: ({ since }) => <Moment at={since} /> },
  {
    id: 'payment',
    head: 'Payment, escrow or invoice',
    place: 'lead',
    cell: (row) => <Whose row={row} />,
  },
  {
    id: 'why',
    head: 'Because',
    place: 'foot',
    cell: ({ because, alarm }) => (
      <Badge state={alarm ? 'failed' : 'held'} kind="plain">
        {because}
      </Badge>
    ),
  },
  {
    id: 'amount',
    head: 'Amount',
    place: 'end',
    isNumber: true,
    isMain: true,
    cell: ({ amount, blockchain }) => formatAsset(amount, blockchain),
  },
  {
    id: 'act',
    head: <span className="sr-only">Actions</span>,
    place: 'sub-end',
    isNumber: true,
    cell: (row) => <Way row={row} onRelease={onRelease} />,
  },
]

function Whose({ row: { subject, id, business_name } }: { readonly row: Row }) {
  const short = shortId(id)
  if (subject !== 'payment') return <span className="main">{`${business_name}, ${subject} ${short}`}</span>
  return (
    <Place className="main" to="/operator/payments/$payment" params={{ payment: id }}>
      {`${business_name}, ${short}`}
    </Place>
  )
}

/** Where the money of an approved payout goes. */
const receivers = {
  payment: 'to the wallet that the payment named, or as a refund to the address that the payer named',
  escrow: 'to the parties of the escrow, as its outcome says',
  invoice: 'to the wallet that the invoice named, or as a refund to the address that its payer named',
} as const satisfies Readonly<Record<Row['subject'], string>>

function Way({ row, onRelease }: { readonly row: Row; readonly onRelease: (row: Row) => void }) {
  return (
    <span className="row">
      {row.temporal_url && (
        <OutsideLink href={row.temporal_url} size="sm" look="ghost">
          Temporal
        </OutsideLink>
      )}
      {row.ends_by === 'release' && row.round && (
        <Button size="sm" onClick={() => onRelease(row)}>
          Release…
        </Button>
      )}
      {row.ends_by === 'lift' && <Place to="/operator/pauses">Pauses</Place>}
      {row.ends_by === 'decision' && row.subject === 'invoice' && <span className="hint">its merchant decides</span>}
      {row.ends_by === 'itself' && <span className="hint">ends by itself</span>}
    </span>
  )
}

function Release({ now, onClose }: { readonly now: Row; readonly onClose: () => void }) {
  const release = useDecision(
    (round: NonNullable<Row['round']>) => api.operator.release.mutate(round),
    (answer) => {
      toast(approvalTold(answer))
      onClose()
    },
  )
  const row = useShown(now, release.error)
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={`Approve the payout of ${formatAsset(row.amount, row.blockchain)}?`}
      keep="Keep it held"
      act="Approve payout"
      busy="Approving…"
      isBusy={release.isPending}
      onAct={() => row.round && release.mutate(row.round)}
      error={release.error ? messageOf(release.error) : undefined}
    >
      <p>
        It is held because {row.because}. Once two operators have approved it, it goes {receivers[row.subject]}, and cannot be taken back.
      </p>
    </ConfirmDialog>
  )
}
