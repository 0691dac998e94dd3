import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useBusinessId } from '../businesses/use-business.ts'
import { type Outputs, trpc } from '../trpc.ts'
import { Badge } from '../ui/badge.tsx'
import { Empty } from '../ui/empty.tsx'
import { List } from '../ui/list/list.tsx'
import { Moment, relativeTo } from '../ui/moment.tsx'
import type { Column } from '../ui/table.tsx'
import { refreshEvery } from '../ui/refresh.ts'
import { deliveryState } from './delivery-state.ts'
import { shortId } from '../ui/text/short-id.ts'

type Row = Outputs['webhooks']['portal']['deliveries']['deliveries'][number]

const REFRESH_MS = 10_000

/** Deliveries to the endpoint, sent and waiting, newest first; all of them, or only those given up. */
export function Deliveries({ status }: { readonly status: 'failed' | undefined }) {
  const [cursor, setCursor] = useState<string>()
  const found = useDeliveries({ status, cursor })
  const columns = useColumns()
  return (
    <List
      label="Deliveries"
      found={found}
      rows={found.data?.deliveries}
      columns={columns}
      none={status ? <NothingFailed /> : <NothingDelivered />}
      cursor={cursor}
      next={found.data?.next_cursor}
      onPage={setCursor}
      isCard
    />
  )
}

interface Wanted {
  readonly status: 'failed' | undefined
  readonly cursor: string | undefined
}

/** A page of deliveries; the newest one keeps itself up to date. */
function useDeliveries({ status, cursor }: Wanted) {
  const input = { businessId: useBusinessId(), ...(status && { status }), ...(cursor && { cursor }) }
  return useQuery(trpc.webhooks.portal.deliveries.queryOptions(input, { refetchInterval: cursor ? false : refreshEvery(REFRESH_MS) }))
}

const NothingFailed = () => <Empty title="Nothing has failed">Every delivery arrived, or is still being tried.</Empty>

const NothingDelivered = () => (
  <Empty title="Nothing delivered yet">The first payment after you set an address is the first delivery.</Empty>
)

function useColumns(): readonly Column<Row>[] {
  const navigate = useNavigate({ from: '/b/$business/webhooks' })
  const open = (delivery: string): void => void navigate({ search: (old) => ({ ...old, delivery }) })
  return [
    { id: 'at', head: 'Time', place: 'sub-end', cell: ({ created_at }) => <Moment at={created_at} /> },
    {
      id: 'event',
      head: 'Event',
      place: 'lead',
      cell: ({ id, event }) => (
        <button type="button" className="link-button mono main" onClick={() => open(id)}>
          {event}
        </button>
      ),
    },
    {
      id: 'object',
      head: 'Object',
      place: 'end',
      cell: ({ payment_id, test }) => <span className="mono">{test ? 'test' : payment_id ? shortId(payment_id) : '–'}</span>,
    },
    { id: 'state', head: 'Delivery', place: 'sub', cell: (row) => <Badge state={deliveryState(row.status, row.attempts)} kind="plain" /> },
    { id: 'answer', head: 'Answer', isNumber: true, cell: ({ status_code }) => status_code ?? '–' },
    { id: 'attempts', head: 'Attempts', isNumber: true, cell: ({ attempts }) => attempts },
    { id: 'next', head: 'Next', isNumber: true, cell: ({ next_attempt_at }) => (next_attempt_at ? relativeTo(next_attempt_at) : '–') },
  ]
}
