import type pg from 'pg'
import { setTimeout as pause } from 'node:timers/promises'

const EVERY_MS = 25

/** Counts database sessions that wait for a lock until it is stopped, and returns their average and maximum. */
export function watchLocks(sql: pg.Client): { stop(): Promise<{ readonly mean: number; readonly most: number }> } {
  const stopping = new AbortController()
  const waiting: number[] = []
  const sample = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const { rows } = await sql.query<{ count: number }>(
        "SELECT count(*)::int AS count FROM pg_stat_activity WHERE wait_event_type = 'Lock'",
      )
      waiting.push(rows[0]?.count ?? 0)
      await pause(EVERY_MS)
    }
  }
  const sampling = sample()
  return {
    async stop() {
      stopping.abort()
      await sampling
      return { mean: waiting.reduce((sum, count) => sum + count, 0) / waiting.length, most: Math.max(...waiting) }
    },
  }
}
