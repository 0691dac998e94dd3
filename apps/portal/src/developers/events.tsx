import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useBusinessId } from '../businesses/use-business.ts'
import { api, type Outputs, trpc } from '../trpc.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Empty, LoadFailed } from '../ui/empty.tsx'
import { Json } from '../ui/json.tsx'
import { Moment } from '../ui/moment.tsx'
import { Notice } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { messageOf } from '../ui/problem.ts'
import { type Column, Table } from '../ui/table.tsx'
import { shortId } from '../ui/text/short-id.ts'

type Event = Outputs['webhooks']['events']['events'][number]

const PAGE = 50

/** Everything that happened to the business, in order: the feed that a server can read instead of webhooks. */
export function EventsPage() {
  const businessId = useBusinessId()
  const feed = useInfiniteQuery({
    queryKey: trpc.webhooks.events.queryKey({ businessId }),
    queryFn: ({ pageParam: after }) => api.webhooks.events.query({ businessId, limit: PAGE, ...(after && { after }) }),
    initialPageParam: '',
    getNextPageParam: ({ has_more, next_cursor }) => (has_more ? next_cursor : undefined),
  })
  const [shown, setShown] = useState<Event>()
  const rows = feed.data?.pages.flatMap(({ events }) => events)
  const columns: Column<Event>[] = [
    { id: 'at', head: 'Time', place: 'sub', cell: ({ created_at }) => <Moment at={created_at} isPrecise /> },
    {
      id: 'type',
      head: 'Event',
      place: 'lead',
      cell: (event) => (
        <button type="button" className="link-button mono main" onClick={() => setShown(event)}>
          {event.type}
        </button>
      ),
    },
    {
      id: 'object',
      head: 'Object',
      place: 'end',
      cell: ({ payment_id }) => <span className="mono">{payment_id ? shortId(payment_id) : '–'}</span>,
    },
    { id: 'sequence', head: 'Sequence', place: 'sub-end', isNumber: true, cell: ({ sequence }) => sequence },
  ]
  const more = feed.hasNextPage && (
    <>
      {feed.isFetchNextPageError && (
        <Notice state="failed" fact="More events could not be loaded" isAlert isFlat>
          {messageOf(feed.error)}
        </Notice>
      )}
      <div className="pager">
        <Button size="sm" className="push" onClick={() => void feed.fetchNextPage()} busy={feed.isFetchingNextPage && 'Loading…'}>
          Show more
        </Button>
      </div>
    </>
  )
  return (
    <Page title="Events">
      <p>The feed holds every event in order, delivered or not. Your server can read it over the API.</p>
      {feed.error && !rows ? (
        <LoadFailed title="Events could not be loaded" error={feed.error} onRetry={() => void feed.refetch()} />
      ) : (
        <Feed rows={rows} columns={columns} more={more} />
      )}
      {shown && (
        <Dialog
          isOpen
          onClose={() => setShown(undefined)}
          title={shown.type}
          isWide
          foot={<Button onClick={() => setShown(undefined)}>Close</Button>}
        >
          <Json value={shown} />
        </Dialog>
      )}
    </Page>
  )
}

interface FeedProps {
  readonly rows: readonly Event[] | undefined
  readonly columns: readonly Column<Event>[]
  readonly more: ReactNode
}

function Feed({ rows, columns, more }: FeedProps) {
  if (rows?.length === 0) return <Empty title="No event yet">The first payment writes the first event.</Empty>
  return (
    <div className="card">
      <Table label="Events" columns={columns} rows={rows} keyOf={({ id }) => id} />
      {more}
    </div>
  )
}
