import type { SeriesEntity } from '@gateway/db/series/series.entity'
import { assetOf } from '@gateway/domain/money/asset'
import { queues } from '@gateway/workflows/queues'
import { endedSeries, seriesChanged, seriesWorkflowId } from '@gateway/workflows/series/signals'
import type { Enqueued } from '../outbox/enqueue.ts'

/** Starts the workflow of a series. */
export const startSeries = (series: SeriesEntity): Enqueued => ({
  workflowId: seriesWorkflowId(series.id),
  message: {
    workflow: 'series',
    taskQueue: queues.payments,
    args: [{ seriesId: series.id, known: changedOf(series) }],
    searchAttributes: {
      MerchantId: series.merchantId,
      ...(series.asset !== null && { Chain: assetOf(series.asset).chain, Asset: series.asset }),
      Mode: series.mode,
    },
    summary: `${series.interval} ${series.asset ?? 'card'} escrows`,
  },
})

/** Signals the row of a series to its workflow, and starts that if there is none; an ended series needs no run. */
export function signalSeries(series: SeriesEntity): Enqueued {
  const { workflowId, message } = startSeries(series)
  const signal = { name: seriesChanged.name, args: [changedOf(series)] }
  return {
    workflowId,
    message: { ...message, signal, ...(endedSeries.has(series.state) ? { onlyIfRunning: true } : { mayRunAgain: true }) },
  }
}

/** The row as the message to its workflow. */
export const changedOf = ({ state, stateVersion, nextChargeAt }: SeriesEntity) => ({
  sequence: stateVersion,
  state,
  dueAt: nextChargeAt?.toISOString() ?? null,
})
