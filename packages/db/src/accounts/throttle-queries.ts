import { sql } from 'kysely'
import type { ThrottleRule } from '@gateway/domain/accounts/throttle'
import { runStatement } from '../kernel/run-statement.ts'
import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'

/** A counted attempt; its count is undone when it succeeds. */
export interface CountedAttempt {
  readonly subject: string
  /** The wait that this attempt has begun, as the database spells it. */
  readonly blockedUntil: string | null
}

/**
 * Counts an attempt before it is made, unless its subject has to wait; so of many at once no more than allowed are let through.
 *
 * From the last allowed attempt on each begins a wait, which doubles; the count begins anew when a window has passed after that. The upsert locks
 * the row of the subject until the caller's transaction ends.
 *
 * @returns undefined when the subject has to wait.
 */
export async function countAttempt(
  em: Em,
  { subject, rule, at }: { subject: string; rule: ThrottleRule; at: Date },
): Promise<CountedAttempt | undefined> {
  const text = `INSERT INTO throttle AS old (subject, count, streak, restarts_at, blocked_until)
    VALUES ($1, 1, 1, $2::timestamptz + $4::float8 * interval '1 ms', CASE WHEN $3::int <= 1 THEN $2::timestamptz + $4::float8 * interval '1 ms' END)
    ON CONFLICT (subject) DO UPDATE SET (count, streak, restarts_at, blocked_until) = (
      SELECT fresh.count, old.streak + 1,
        CASE WHEN fresh.count >= $3 AND delay IS NOT NULL THEN $2::timestamptz + delay + $4::float8 * interval '1 ms' ELSE window_end END,
        CASE WHEN fresh.count >= $3 THEN coalesce($2::timestamptz + delay, window_end) END
      FROM (SELECT CASE WHEN old.restarts_at <= $2 THEN 1 ELSE old.count + 1 END AS count,
          CASE WHEN old.restarts_at <= $2 THEN $2::timestamptz + $4::float8 * interval '1 ms' ELSE old.restarts_at END AS window_end) AS fresh,
        LATERAL (SELECT least($6::float8, $5::float8 * power(2, least(greatest(fresh.count - $3, 0), 30))) * interval '1 ms' AS delay) AS wait)
    WHERE (old.blocked_until IS NULL OR old.blocked_until <= $2) AND ($7::int IS NULL OR old.streak < $7)
    RETURNING subject, blocked_until AS "blockedUntil"`
  const { most, windowMs, firstDelayMs = null, longestDelayMs = null, mostInARow = null } = rule
  const parameters = [subject, at, most, windowMs, firstDelayMs, longestDelayMs, mostInARow]
  return (await runStatement<CountedAttempt>(em, text, parameters))[0]
}

/** What a subject that has to wait is waiting for. */
export async function findThrottle(em: Em, { subject }: { subject: string }) {
  return tables(em).selectFrom('throttle').select(['streak', 'blockedUntil']).where('subject', '=', subject).executeTakeFirst()
}

/** Takes an attempt back that turned out well, with the wait that it alone has begun. */
export async function uncountAttempt(em: Em, { subject, blockedUntil }: CountedAttempt): Promise<void> {
  await tables(em)
    .updateTable('throttle')
    .set((old) => ({
      count: sql<number>`greatest(count - 1, 0)`,
      streak: sql<number>`greatest(streak - 1, 0)`,
      blockedUntil: old
        .case()
        .when(sql<boolean>`blocked_until = ${blockedUntil}::timestamptz`)
        .then(null)
        .else(old.ref('blockedUntil'))
        .end(),
    }))
    .where('subject', '=', subject)
    .execute()
}

/** Forgets a subject, whose owner has proved who they are. */
export async function deleteThrottle(em: Em, { subject }: { subject: string }): Promise<void> {
  await tables(em).deleteFrom('throttle').where('subject', '=', subject).execute()
}

/** Lets time open a subject again that too many failures in a row have closed; a wait that it has begun goes on. */
export async function restartStreak(em: Em, { subject }: { subject: string }): Promise<void> {
  await tables(em).updateTable('throttle').set({ streak: 0 }).where('subject', '=', subject).execute()
}

/** Forgets subjects that have been quiet since `until`, except those that time does not open. */
export async function deleteQuietThrottles(em: Em, { until, mostInARow }: { until: Date; mostInARow: number }): Promise<void> {
  await tables(em).deleteFrom('throttle').where('restartsAt', '<=', until).where('streak', '<', mostInARow).execute()
}
