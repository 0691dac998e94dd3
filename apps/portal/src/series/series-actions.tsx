import { useState } from 'react'
import { api, once, trpc } from '../trpc.ts'
import { Ask } from '../ui/ask.tsx'
import { Button } from '../ui/button.tsx'
import { ChangeSeries } from './change-series.tsx'
import type { SeriesCalendar } from './series.tsx'
import { intervalWords, type Series } from './series-columns.tsx'
import { type SeriesDecision, seriesTexts } from './series-texts.tsx'
import { formatAmount } from './format-amount.ts'

interface ActionsProps {
  readonly series: Series
  /** Undefined until it is read. */
  readonly calendar: SeriesCalendar | undefined
}

/** What can be done with the series now; each asks first. */
export function SeriesActions({ series, calendar }: ActionsProps) {
  const [open, setOpen] = useState<SeriesDecision | 'change'>()
  const close = (): void => setOpen(undefined)
  if (series.status !== 'active' && series.status !== 'paused') return null
  const isPaused = series.status === 'paused'
  return (
    <>
      <Button onClick={() => setOpen('change')}>Change…</Button>
      <Button onClick={() => setOpen(isPaused ? 'resume' : 'pause')}>{isPaused ? 'Resume…' : 'Pause…'}</Button>
      <Button look="quiet-danger" onClick={() => setOpen('cancel')}>
        Cancel series…
      </Button>
      {open === 'change' && <ChangeSeries series={series} onClose={close} />}
      {open !== undefined && open !== 'change' && <Decide decision={open} series={series} calendar={calendar} onClose={close} />}
    </>
  )
}

function Decide({
  decision,
  series,
  calendar,
  onClose,
}: ActionsProps & { readonly decision: SeriesDecision; readonly onClose: () => void }) {
  const [key] = useState(() => crypto.randomUUID())
  const { asks, consequences, ...texts } = seriesTexts[decision]
  return (
    <Ask
      {...texts}
      title={asks(
        `${formatAmount(series.amount, { currency: series.currency, unit: series.amount_unit })} ${intervalWords[series.interval]}`,
      )}
      consequences={consequences(calendar)}
      isDanger={decision === 'cancel'}
      work={() => calls[decision](series.id, key)}
      changes={trpc.series.pathKey()}
      onClose={onClose}
    />
  )
}

const calls: Readonly<Record<SeriesDecision, (id: string, key: string) => Promise<unknown>>> = {
  pause: (id) => api.series.update.mutate({ id, status: 'paused' }),
  resume: (id) => api.series.update.mutate({ id, status: 'active' }),
  cancel: (id, key) => api.series.cancel.mutate({ id }, once(key)),
}
