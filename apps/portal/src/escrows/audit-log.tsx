import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type Outputs, trpc } from '../trpc.ts'
import { Badge } from '../ui/badge.tsx'
import { LoadFailed } from '../ui/empty.tsx'
import { Moment } from '../ui/moment.tsx'
import { formatAsset } from '../ui/money.ts'
import { Section } from '../ui/page.tsx'
import { refreshEvery } from '../ui/refresh.ts'
import { Said } from './said.tsx'
import type { State } from '../ui/states.ts'
import { type Column, Table } from '../ui/table.tsx'
import type { Detail } from './escrow.tsx'

type Entry = Outputs['escrows']['events']['events'][number]

const ALL = 100
const words: Readonly<Record<Entry['event_type'], readonly [State, string?]>> = {
  created: ['created'],
  deposit_detected: ['detected', 'Deposit seen'],
  funded: ['funded'],
  released: ['released'],
  settled: ['settled'],
  refunded: ['refunded'],
  disputed: ['disputed'],
  dispute_resolved: ['confirmed', 'Dispute decided'],
  expired: ['expired'],
}
const actors: Readonly<Record<Entry['actor'], string>> = {
  depositor: 'Depositor',
  beneficiary: 'Beneficiary',
  arbiter: 'Operators',
  system: 'System',
}

/** Everything that happened to the escrow, oldest first. */
export function AuditLog({ escrow: { id, chain }, pauseMs }: Pick<Detail, 'escrow'> & { readonly pauseMs: number }) {
  const found = useQuery(trpc.escrows.events.queryOptions({ id, limit: ALL }, { refetchInterval: refreshEvery(pauseMs) }))
  return (
    <Section title="Audit log" aside={<span className="hint push">Each entry seals the one before it</span>}>
      {found.error && !found.data ? (
        <LoadFailed title="The audit log could not be loaded" error={found.error} onRetry={() => void found.refetch()}>
          Nothing of it is lost.
        </LoadFailed>
      ) : (
        <div className="card">
          <Table label="Audit log" columns={columnsOf(chain)} rows={found.data?.events} keyOf={({ id: key }) => key} />
        </div>
      )}
    </Section>
  )
}

const columnsOf = (asset: string): readonly Column<Entry>[] => [
  { id: 'at', head: 'Time', place: 'sub', cell: ({ created_at }) => <Moment at={created_at} isPrecise /> },
  {
    id: 'what',
    head: 'What happened',
    place: 'lead',
    isMain: true,
    cell: ({ event_type: type }) => (
      <Badge state={words[type][0]} kind="plain">
        {words[type][1]}
      </Badge>
    ),
  },
  { id: 'who', head: 'By', place: 'end', cell: ({ actor }) => actors[actor] },
  { id: 'details', head: 'Details', place: 'foot', cell: ({ details }) => detailsOf(details, asset) },
]

/** The amount that was seen, or the words of a party or of the operators, as they were written. */
function detailsOf(details: Entry['details'], asset: string): ReactNode {
  const { deposited, reason, resolution, overruled } = details ?? {}
  if (deposited !== undefined) return formatAsset(deposited, asset)
  if (overruled !== undefined) return 'The contract of the escrow decided otherwise'
  const said = reason ?? resolution
  return said ? <Said>{said}</Said> : ''
}
