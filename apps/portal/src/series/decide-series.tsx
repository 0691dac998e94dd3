import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, once, trpc } from '../trpc.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Consequences } from '../ui/consequences.tsx'
import { formatFiat } from '../ui/money.ts'
import { messageOf } from '../ui/problem.ts'
import { toast } from '../ui/toasts.tsx'
import type { SeriesCalendar } from './series.tsx'
import { intervalWords, type Series } from './series-columns.tsx'
import { type SeriesDecision, seriesTexts } from './series-texts.tsx'

interface DecideProps {
  readonly decision: SeriesDecision
  readonly series: Series
  readonly calendar: SeriesCalendar | undefined
  readonly onClose: () => void
}

/** Asks before a series is paused, resumed or cancelled. */
export function DecideSeries({ decision, series, calendar, onClose }: DecideProps) {
  const client = useQueryClient()
  const [key] = useState(() => crypto.randomUUID())
  const { asks, keep, act, busy, done, consequences, word } = seriesTexts[decision]
  const carryOut = useMutation({
    mutationFn: () => calls[decision](series.id, key),
    onSuccess: () => {
      toast(done)
      onClose()
    },
    onSettled: () => client.invalidateQueries({ queryKey: trpc.series.pathKey() }),
  })
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={asks(`${formatFiat(series.amount, series.currency)} ${intervalWords[series.interval]}`)}
      keep={keep}
      act={act}
      busy={busy}
      isBusy={carryOut.isPending}
      isDanger={decision === 'cancel'}
      {...(word && { word })}
      onAct={() => carryOut.mutate()}
      error={carryOut.error ? messageOf(carryOut.error) : undefined}
    >
      <Consequences rows={consequences(calendar)} />
    </ConfirmDialog>
  )
}

const calls: Readonly<Record<SeriesDecision, (id: string, key: string) => Promise<unknown>>> = {
  pause: (id) => api.series.update.mutate({ id, status: 'paused' }),
  resume: (id) => api.series.update.mutate({ id, status: 'active' }),
  cancel: (id, key) => api.series.cancel.mutate({ id }, once(key)),
}
