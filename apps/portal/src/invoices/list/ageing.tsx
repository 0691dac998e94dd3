import { useQuery } from '@tanstack/react-query'
import { useBusinessId } from '../../businesses/use-business.ts'
import { type Outputs, trpc } from '../../trpc.ts'
import { Section } from '../../ui/page.tsx'
import { refreshEvery } from '../../ui/refresh.ts'
import { type Column, Table } from '../../ui/table.tsx'
import { fiat } from '../fiat.ts'

type Row = Outputs['invoices']['portal']['ageing']['currencies'][number]

const REFRESH_MS = 30_000

/** An amount at the end edge; a dash for nothing. */
const sum = (id: keyof Omit<Row, 'currency'>, head: string): Column<Row> => ({
  id,
  head,
  isNumber: true,
  cell: ({ currency, ...sums }) => (sums[id] === 0 ? '–' : fiat(sums[id], currency)),
})

const columns: readonly Column<Row>[] = [
  { id: 'currency', head: 'Currency', place: 'lead', isMain: true, cell: ({ currency }) => currency },
  { ...sum('not_due', 'Not due'), place: 'sub' },
  { ...sum('overdue_30', '1–30 days overdue'), place: 'sub-end' },
  sum('overdue_60', '31–60 days'),
  sum('overdue_more', 'More than 60 days'),
  { ...sum('total', 'Owed'), place: 'end', isMain: true },
]

/** What clients owe, by how long it is overdue. Without anything owed there is nothing to show. */
export function Ageing() {
  const businessId = useBusinessId()
  const { data } = useQuery(trpc.invoices.portal.ageing.queryOptions({ businessId }, { refetchInterval: refreshEvery(REFRESH_MS) }))
  if (!data || data.currencies.length === 0) return null
  return (
    <Section title="Owed to you">
      <div className="card">
        <Table label="Owed by age" columns={columns} rows={data.currencies} keyOf={({ currency }) => currency} />
      </div>
    </Section>
  )
}
