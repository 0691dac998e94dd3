import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useBusinessId } from '../businesses/use-business.ts'
import { type Outputs, trpc } from '../trpc.ts'
import { Badge } from '../ui/badge.tsx'
import { Empty, LoadFailed } from '../ui/empty.tsx'
import { Moment, relativeTo } from '../ui/moment.tsx'
import { Page } from '../ui/page.tsx'
import { Pager } from '../ui/pager.tsx'
import { Segmented } from '../ui/segmented.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { Delivery } from './delivery.tsx'
import { Endpoint } from './endpoint.tsx'

type Row = Outputs['webhooks']['portal']['deliveries']['deliveries'][number]

const ID_SHOWN = 8
const REFRESH_MS = 10_000
const shown = [
  ['all', 'Deliveries'],
  ['failed', 'Failed'],
] as const

/** The state of a delivery as a badge: a waiting one that has failed before is being tried again. */
export const deliveryState = (status: Row['status'], attempts: number) =>
  status === 'pending' ? (attempts > 0 ? 'retrying' : 'pending') : status

/** The webhook endpoint and what was delivered to it. */
export function WebhooksPage() {
  const { show, delivery } = useSearch({ from: '/signed-in/b/$business/webhooks' })
  const navigate = useNavigate({ from: '/b/$business/webhooks' })
  return (
    <Page title="Webhooks">
      <Endpoint />
      <div className="section">
        <div className="row">
          <Segmented
            label="Which deliveries"
            options={shown}
            value={show ?? 'all'}
            onChange={(next) => void navigate({ search: { show: next === 'failed' ? 'failed' : undefined } })}
          />
        </div>
        <Deliveries status={show} key={show} />
      </div>
      {delivery && <Delivery id={delivery} onClose={() => void navigate({ search: { show } })} />}
    </Page>
  )
}

function Deliveries({ status }: { readonly status: 'failed' | undefined }) {
  const businessId = useBusinessId()
  const navigate = useNavigate({ from: '/b/$business/webhooks' })
  const [cursor, setCursor] = useState<string>()
  const input = { businessId, ...(status && { status }), ...(cursor && { cursor }) }
  const found = useQuery(trpc.webhooks.portal.deliveries.queryOptions(input, { refetchInterval: cursor ? false : REFRESH_MS }))
  if (found.error) return <LoadFailed title="Deliveries could not be loaded" error={found.error} onRetry={() => void found.refetch()} />
  if (found.data?.deliveries.length === 0)
    return (
      <Empty title={status ? 'Nothing has failed' : 'Nothing delivered yet'}>
        {status ? 'Every delivery arrived, or is still being tried.' : 'The first payment after you set an address is the first delivery.'}
      </Empty>
    )
  const columns: Column<Row>[] = [
    { id: 'at', head: 'Time', place: 'sub-end', cell: ({ created_at }) => <Moment at={created_at} /> },
    {
      id: 'event',
      head: 'Event',
      place: 'lead',
      cell: (row) => (
        <button
          type="button"
          className="link-button mono main"
          onClick={() => void navigate({ search: (old) => ({ ...old, delivery: row.id }) })}
        >
          {row.event}
        </button>
      ),
    },
    {
      id: 'object',
      head: 'Object',
      place: 'end',
      cell: ({ payment_id, test }) => <span className="mono">{test ? 'test' : (payment_id?.slice(0, ID_SHOWN) ?? '–')}</span>,
    },
    { id: 'state', head: 'Delivery', place: 'sub', cell: (row) => <Badge state={deliveryState(row.status, row.attempts)} kind="plain" /> },
    { id: 'answer', head: 'Answer', isNumber: true, cell: ({ status_code }) => status_code ?? '–' },
    { id: 'attempts', head: 'Attempts', isNumber: true, cell: ({ attempts }) => attempts },
    { id: 'next', head: 'Next', isNumber: true, cell: ({ next_attempt_at }) => (next_attempt_at ? relativeTo(next_attempt_at) : '–') },
  ]
  const next = found.data?.next_cursor ?? null
  return (
    <div className="card">
      <Table label="Deliveries" columns={columns} rows={found.data?.deliveries} keyOf={({ id }) => id} />
      <Pager onNewest={cursor ? () => setCursor(undefined) : undefined} onOlder={next === null ? undefined : () => setCursor(next)} />
    </div>
  )
}
