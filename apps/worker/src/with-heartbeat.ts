import { heartbeat } from '@temporalio/activity'

const BEAT_MS = 1_000

/** Tells how far the work has come; operators read it in Temporal. */
export type Report = (details: Readonly<Record<string, unknown>>) => void

/**
 * Does long work and says every second that this process is alive, with the latest report, however long one step takes.
 *
 * Steps have time-outs of their own; what the beat proves is that the process still runs. One that was killed or stopped is replaced.
 */
export async function withHeartbeat<T>(work: (report: Report) => Promise<T>): Promise<T> {
  let latest: Readonly<Record<string, unknown>> = {}
  const beating = setInterval(() => heartbeat(latest), BEAT_MS)
  try {
    return await work((details) => heartbeat((latest = details)))
  } finally {
    clearInterval(beating)
  }
}
