import { unitSigns } from '@gateway/domain/invoices/unit-code'
import { Ledger } from '../../ui/facts.tsx'
import { Section } from '../../ui/page.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { formatMinor } from '../../cards/card-money.ts'
import { fiat } from '../fiat.ts'
import { type ShownTotals, totalsOfItems } from '../items.ts'
import type { Invoice } from './invoice-detail.ts'

interface Row {
  readonly at: number
  readonly item: Invoice['items'][number]
  readonly net: string
  readonly currency: string
}

const quantityOf = ({ quantity, unit_code: unit }: Row['item']): string => [quantity, unitSigns[unit]].filter(Boolean).join(' ')

const columns: readonly Column<Row>[] = [
  {
    id: 'what',
    head: 'Description',
    place: 'lead',
    isMain: true,
    cell: ({ item }) => <bdi className="break-words">{item.description}</bdi>,
  },
  { id: 'quantity', head: 'Quantity', place: 'sub', isNumber: true, cell: ({ item }) => quantityOf(item) },
  { id: 'price', head: 'Price', isNumber: true, cell: ({ item, currency }) => fiat(item.unit_amount, currency) },
  { id: 'tax', head: 'Tax', place: 'sub-end', isNumber: true, cell: ({ item }) => `${item.tax_rate} %` },
  { id: 'net', head: 'Net', place: 'end', isNumber: true, isMain: true, cell: ({ net }) => net },
]

/** The lines of the invoice with their sums; an invoice over a bare amount has none. */
export function InvoiceLines({ invoice: { items, currency } }: { readonly invoice: Invoice }) {
  if (items.length === 0) return null
  const totals = totalsOfItems(items, currency)
  const rows = items.map((item, at): Row => ({ at, item, currency, net: formatMinor(totals.lineNetsMinor[at] ?? 0n, currency) }))
  return (
    <Section title="Lines">
      <div className="card">
        <Table label="Lines" columns={columns} rows={rows} keyOf={({ at }) => String(at)} />
      </div>
      <Totals totals={totals} currency={currency} />
    </Section>
  )
}

/** Net, the tax of each rate, and what is asked for. */
export const Totals = ({ totals, currency }: { readonly totals: ShownTotals; readonly currency: string }) => (
  <Ledger
    rows={[
      ['Net', formatMinor(totals.netMinor, currency)],
      ...totals.vatGroups.map(
        ({ category, rateBps, baseMinor, taxMinor }) =>
          [`Tax ${rateBps / 100} % (${category}) on ${formatMinor(baseMinor, currency)}`, formatMinor(taxMinor, currency)] as const,
      ),
    ]}
    total={['Total', formatMinor(totals.totalMinor, currency)]}
  />
)
