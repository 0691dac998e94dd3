import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Outputs, trpc } from '../trpc.ts'
import { short } from '../ui/address.tsx'
import { Empty, LoadFailed } from '../ui/empty.tsx'
import { Moment } from '../ui/moment.tsx'
import { Page } from '../ui/page.tsx'
import { Pager } from '../ui/pager.tsx'
import { type Column, Table } from '../ui/table.tsx'

type Entry = Outputs['operator']['audit']['entries'][number]

/** What operators, payers and the system have decided, newest first. Nobody can change it. */
export function DecisionsPage() {
  const [cursor, setCursor] = useState<string>()
  const found = useQuery(trpc.operator.audit.queryOptions({ ...(cursor && { cursor }) }))
  if (found.error) return <LoadFailed title="The audit log could not be loaded" error={found.error} onRetry={() => void found.refetch()} />
  return (
    <Page title="Audit log">
      {found.data?.entries.length === 0 ? (
        <Empty title="Nothing decided yet">Every decision of an operator appears here.</Empty>
      ) : (
        <div className="card">
          <Table label="Audit log" columns={columns} rows={found.data?.entries} keyOf={({ id }) => id} />
          <Pager cursor={cursor} next={found.data?.next_cursor} onChange={setCursor} />
        </div>
      )}
    </Page>
  )
}

const columns: readonly Column<Entry>[] = [
  { id: 'at', head: 'Time', place: 'sub', cell: ({ at }) => <Moment at={at} isPrecise /> },
  { id: 'action', head: 'Action', place: 'lead', isMain: true, cell: ({ action }) => action.replaceAll(/[._]/g, ' ') },
  { id: 'actor', head: 'By', place: 'end', cell: ({ actor }) => actor.email ?? actor.name },
  {
    id: 'subject',
    head: 'Object',
    place: 'sub-end',
    cell: ({ subject_id }) => (
      <span className="mono" title={subject_id}>
        {short(subject_id)}
      </span>
    ),
  },
  { id: 'details', head: 'Details', place: 'foot', cell: ({ details }) => <span className="small mono">{JSON.stringify(details)}</span> },
]
