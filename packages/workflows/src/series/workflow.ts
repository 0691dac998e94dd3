import type { SeriesState } from '@gateway/domain/series/series-machine'
import {
  condition,
  continueAsNew,
  isCancellation,
  proxyActivities,
  setCurrentDetails,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow'
import { queues } from '../queues.ts'
import { period } from '../retry.ts'
import type { SeriesActivities } from './activities.ts'
import { endedSeries, type SeriesChanged, seriesChanged, type SeriesWorkflowInput } from './signals.ts'

const { openPeriod } = proxyActivities<SeriesActivities>({ ...period, taskQueue: queues.series, summary: 'open the escrow that is due' })

/** For clocks that differ: an escrow that is asked for too early is not due yet. */
const GRACE_MS = 1_000

const explained: Record<SeriesState, string> = {
  active: 'the next escrow is due',
  paused: 'waiting until it is resumed',
  completed: 'every escrow was opened',
  cancelled: 'no further escrow is opened',
}

/**
 * Waits for the next slot of a series, has its escrow opened, and continues as a new run for the slot after it. It holds no data: the row in Postgres
 * changes first, and this run learns of it by signal. What keeps an escrow from opening is the sweep's to wait for, which then signals. Losing the run
 * loses nothing.
 */
export async function series({ seriesId, known: first }: SeriesWorkflowInput): Promise<SeriesState> {
  let known: SeriesChanged = first
  const learn = (row: SeriesChanged): void => setCurrentDetails(explain((known = row)))
  // Any client of Temporal can send any signal: an end is believed whatever came before it, or this run would wait for ever.
  const hear = (news: SeriesChanged): void => void ((news.sequence > known.sequence || endedSeries.has(news.state)) && learn(news))
  const isOver = (): boolean => known.dueAt !== first.dueAt || endedSeries.has(known.state) || workflowInfo().continueAsNewSuggested
  learn(first)
  // Signals that came before this run began are heard now.
  setHandler(seriesChanged, hear, { description: 'the row in Postgres has changed' })
  if (first.dueAt !== null && !(await condition(isOver, untilDue(first.dueAt), { summary: 'until the next escrow is due' }))) {
    const before = known
    const row = await ask(seriesId)
    // For the same reason a contradicting row overrides a signal.
    if (row) (known === before ? learn : hear)(row)
  }
  await condition(isOver)
  return endedSeries.has(known.state) ? known.state : continueAsNew<typeof series>({ seriesId, known })
}

/** The row after the escrow was asked for; undefined when the role that opens it has failed, and the sweep does it. */
async function ask(seriesId: string): Promise<SeriesChanged | undefined> {
  try {
    return await openPeriod({ seriesId })
  } catch (error) {
    if (isCancellation(error)) throw error
    return undefined
  }
}

const untilDue = (dueAt: string): number => Math.max(Date.parse(dueAt) - Date.now() || 0, 0) + GRACE_MS

const explain = ({ state, dueAt }: SeriesChanged): string => `**${state}**: ${explained[state]}${dueAt === null ? '' : ` ${dueAt}`}`
