import type { Em, Orm } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { sql } from 'kysely'

/** What a sleeping process may want to know at once: the outbox holds something, or an endpoint (the payload) has a delivery. */
export interface News {
  readonly channel: 'outbox' | 'delivery'
  readonly payload: string
}

const heard = new WeakMap<Em, News[]>()

/** Notes news of the caller's transaction; they are cried out once it is committed. */
export function noteNews(em: Em, ...news: readonly News[]): void {
  heard.set(em, [...(heard.get(em) ?? []), ...news])
}

/** What was noted in a transaction. */
export const newsOf = (em: Em): readonly News[] => heard.get(em) ?? []

const keyOf = ({ channel, payload }: News): string => `${channel} ${payload}`
const waiting = new WeakMap<Orm, Map<string, News>>()

/**
 * Cries news out to whoever listens (NOTIFY), soon and not awaited: they only shorten a wait, and whoever missed them looks by itself.
 *
 * A transaction that notifies commits alone: Postgres lets no two of them write their commits to disk at the same time. So the transactions
 * that write money do not, and one statement afterwards, which writes nothing, tells the news of all that committed meanwhile.
 */
export function cryOut(orm: Orm, news: readonly News[]): void {
  if (news.length === 0) return
  const known = waiting.get(orm)
  const due = known ?? new Map<string, News>()
  for (const item of news) due.set(keyOf(item), item)
  if (known) return
  waiting.set(orm, due)
  void notifyAll(orm, due).finally(() => waiting.delete(orm))
}

async function notifyAll(orm: Orm, due: Map<string, News>): Promise<void> {
  while (due.size > 0) {
    const now = [...due.values()]
    due.clear()
    await notify(orm, now).catch(() => {
      // The database is away or closing; listeners fall back to looking by themselves.
    })
  }
}

const notify = (orm: Orm, news: readonly News[]): Promise<unknown> =>
  sql`SELECT pg_notify(news.channel, news.payload)
    FROM unnest(${news.map(({ channel }) => channel)}::text[], ${news.map(({ payload }) => payload)}::text[]) AS news (channel, payload)`.execute(
    tables(orm.em.fork()),
  )
