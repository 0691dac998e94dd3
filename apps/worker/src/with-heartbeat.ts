import { heartbeat } from '@temporalio/activity'

const HEARTBEAT_INTERVAL_MS = 1_000

/** Reports progress; operators read it in Temporal. */
export type Report = (details: Readonly<Record<string, unknown>>) => void

/**
 * Runs long work with a heartbeat every second, with the latest report, however long one step takes.
 * Steps have their own timeouts; the heartbeat proves that the process still runs. A killed or stopped process is replaced.
 */
export async function withHeartbeat<T>(work: (report: Report) => Promise<T>): Promise<T> {
  let latest: Readonly<Record<string, unknown>> = {}
  const beating = setInterval(() => heartbeat(latest), HEARTBEAT_INTERVAL_MS)
  try {
    return await work((details) => heartbeat((latest = details)))
  } finally {
    clearInterval(beating)
  }
}
