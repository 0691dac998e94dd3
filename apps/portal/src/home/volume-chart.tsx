import { useState } from 'react'
import { Bar, BarChart, CartesianGrid, Cell, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import type { Outputs } from '../trpc.ts'
import { Button } from '../ui/button.tsx'
import { formatFiat } from '../ui/money.ts'
import { Table } from '../ui/table.tsx'

type Day = Outputs['payments']['portal']['totals']['days'][number]

const HEIGHT = 208
const short = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const compact = new Intl.NumberFormat('en', { notation: 'compact' })
const dayName = (day: string): string => short.format(new Date(`${day}T00:00:00Z`))

/** Paid volume a day: bars in one accent, the running day pale, and a table with the same numbers one click away. */
export function VolumeChart({ days }: { readonly days: readonly Day[] }) {
  const [isTable, setTable] = useState(false)
  if (days.every(({ paid }) => paid === 0))
    return <p className="hint">Nothing was paid in this time. A day appears here with its first paid payment.</p>
  return (
    <>
      {isTable ? <AsTable days={days} /> : <AsBars days={days} />}
      <p>
        <Button look="ghost" size="sm" onClick={() => setTable(!isTable)}>
          {isTable ? 'Show as chart' : 'Show as table'}
        </Button>
      </p>
    </>
  )
}

function AsBars({ days }: { readonly days: readonly Day[] }) {
  const bars = days.map(({ day, volume_usd }) => ({ day: dayName(day), volume: Number(volume_usd) }))
  return (
    <div className="chart" role="img" aria-label={`Paid volume of each of ${days.length} days`}>
      <ResponsiveContainer width="100%" height={HEIGHT}>
        <BarChart data={bars} margin={{ top: 8, right: 16, bottom: 0, left: 0 }} accessibilityLayer={false}>
          <CartesianGrid vertical={false} stroke="var(--color-chart-grid)" />
          <XAxis dataKey="day" tickLine={false} axisLine={{ stroke: 'var(--color-line-strong)' }} minTickGap={24} />
          <YAxis width={44} tickLine={false} axisLine={false} tickCount={4} tickFormatter={(value: number) => compact.format(value)} />
          <Tooltip cursor={{ fill: 'var(--color-hover)' }} formatter={(value) => formatFiat(String(value), 'USD')} />
          <Bar dataKey="volume" name="Paid" isAnimationActive={false} radius={[2, 2, 0, 0]}>
            {bars.map(({ day }, at) => (
              <Cell key={day} fill={at === bars.length - 1 ? 'var(--color-chart-3)' : 'var(--color-chart-1)'} />
            ))}
          </Bar>
        </BarChart>
      </ResponsiveContainer>
    </div>
  )
}

const AsTable = ({ days }: { readonly days: readonly Day[] }) => (
  <div className="card">
    <Table
      label="Paid volume by day"
      rows={days.toReversed()}
      keyOf={({ day }) => day}
      columns={[
        { id: 'day', head: 'Day', place: 'lead', cell: ({ day }) => dayName(day) },
        { id: 'created', head: 'Created', isNumber: true, cell: ({ created }) => created },
        { id: 'paid', head: 'Paid', place: 'sub', isNumber: true, cell: ({ paid }) => paid },
        {
          id: 'volume',
          head: 'Volume',
          place: 'end',
          isNumber: true,
          isMain: true,
          cell: ({ volume_usd }) => formatFiat(volume_usd, 'USD'),
        },
      ]}
    />
  </div>
)
