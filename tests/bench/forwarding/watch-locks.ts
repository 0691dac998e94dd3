import type pg from 'pg'
import { setTimeout as pause } from 'node:timers/promises'

const EVERY_MS = 25

/** Looks until it is stopped, and says how many database sessions waited for another one's lock: on average, and at most. */
export function watchLocks(sql: pg.Client): { stop(): Promise<{ readonly mean: number; readonly most: number }> } {
  const stopping = new AbortController()
  const waiting: number[] = []
  const look = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const { rows } = await sql.query<{ count: number }>(
        "SELECT count(*)::int AS count FROM pg_stat_activity WHERE wait_event_type = 'Lock'",
      )
      waiting.push(rows[0]?.count ?? 0)
      await pause(EVERY_MS)
    }
  }
  const looking = look()
  return {
    async stop() {
      stopping.abort()
      await looking
      return { mean: waiting.reduce((sum, count) => sum + count, 0) / waiting.length, most: Math.max(...waiting) }
    },
  }
}
