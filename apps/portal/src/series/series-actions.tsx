import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { ChangeSeries } from './change-series.tsx'
import { DecideSeries } from './decide-series.tsx'
import type { SeriesCalendar } from './series.tsx'
import type { Series } from './series-columns.tsx'
import type { SeriesDecision } from './series-texts.tsx'

interface ActionsProps {
  readonly series: Series
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
      {open !== undefined && open !== 'change' && <DecideSeries decision={open} series={series} calendar={calendar} onClose={close} />}
    </>
  )
}
