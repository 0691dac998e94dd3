import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Outputs, trpc } from '../trpc.ts'
import { short } from '../ui/address.tsx'
import { Empty } from '../ui/empty.tsx'
import { List } from '../ui/list/list.tsx'
import { Moment } from '../ui/moment.tsx'
import type { Column } from '../ui/table.tsx'
import { capital } from '../ui/text/capital.ts'

type Entry = Outputs['businesses']['portal']['audit']['entries'][number]

const actors: Readonly<Record<Entry['by'], string>> = {
  merchant: 'You',
  key: 'API key',
  app: 'A connected app',
  operator: 'The operator',
  payer: 'A customer',
  system: 'Gateway',
}

/** Who decided what and when about a business, or about the whole account, newest first. Nobody can change it. */
export function AuditLog({ businessId, about }: { readonly businessId?: string; readonly about: string }) {
  const [cursor, setCursor] = useState<string>()
  const found = useQuery(trpc.businesses.portal.audit.queryOptions({ ...(businessId && { businessId }), ...(cursor && { cursor }) }))
  return (
    <List
      label="Audit log"
      failed="The audit log"
      found={found}
      rows={found.data?.entries}
      columns={columns}
      none={<Empty title="Nothing recorded yet">{about}</Empty>}
      cursor={cursor}
      next={found.data?.next_cursor}
      onPage={setCursor}
      isCard
    />
  )
}

const columns: readonly Column<Entry>[] = [
  { id: 'at', head: 'Time', place: 'sub', cell: ({ at }) => <Moment at={at} isPrecise /> },
  { id: 'action', head: 'Action', place: 'lead', isMain: true, cell: ({ action }) => sentenceOf(action) },
  { id: 'by', head: 'By', place: 'end', cell: ({ by, key_id }) => (key_id === null ? actors[by] : `API key ${key_id}`) },
  {
    id: 'subject',
    head: 'Object',
    place: 'sub-end',
    cell: ({ subject_id }) => (
      <span className="mono nowrap" title={subject_id}>
        {short(subject_id)}
      </span>
    ),
  },
  {
    id: 'details',
    head: 'Details',
    place: 'foot',
    cell: ({ details }) => <span className="small wrap-anywhere">{detailsOf(details)}</span>,
  },
]

/** "key.created" as "Key created". */
const sentenceOf = (action: string): string => capital(action.replaceAll(/[._]/g, ' ')).replace(/^Oauth/, 'OAuth')

const detailsOf = (details: Entry['details']): string =>
  Object.entries(details)
    .map(([name, value]) => `${name.replaceAll('_', ' ')}: ${textOf(value)}`)
    .join(', ')

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(' and ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}
