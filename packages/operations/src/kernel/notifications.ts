import { runStatement } from '@gateway/db/kernel/run-statement'
import type { Em, Orm } from '@gateway/db/orm'

/**
 * What a sleeping process may want to know at once: the outbox holds something, an endpoint (the payload) has a delivery, there are commits without
 * a pin (the payload names them by their ids, separated by commas, where somebody waits for them), the signer has pinned some, a payment (the payload)
 * has an event after its first or has received more or less, somebody wants a receiver tried out, or one (the payload) has been.
 */
export interface Notifications {
  readonly channel: 'outbox' | 'delivery' | 'committed' | 'pinned' | 'payment' | 'trial' | 'trial_ended'
  readonly payload: string
}

const heard = new WeakMap<Em, Notifications[]>()

/** Notes news of the caller's transaction; they are cried out once it is committed. */
export function queueNotification(em: Em, ...news: readonly Notifications[]): void {
  heard.set(em, [...(heard.get(em) ?? []), ...news])
}

/** What was noted in a transaction. */
export const notificationsOf = (em: Em): readonly Notifications[] => heard.get(em) ?? []

const keyOf = ({ channel, payload }: Notifications): string => `${channel} ${payload}`
const waiting = new WeakMap<Orm, Map<string, Notifications>>()

/**
 * Cries news out to whoever listens (NOTIFY), soon and not awaited: they only shorten a wait, and whoever missed them looks by itself.
 *
 * A transaction that notifies commits alone: Postgres lets no two of them write their commits to disk at the same time. So the transactions
 * that write money do not, and one statement afterwards, which writes nothing, tells the news of all that committed meanwhile.
 */
export function publishNotifications(orm: Orm, news: readonly Notifications[]): void {
  if (news.length === 0) return
  const known = waiting.get(orm)
  const due = known ?? new Map<string, Notifications>()
  for (const item of news) due.set(keyOf(item), item)
  if (known) return
  waiting.set(orm, due)
  void notifyAll(orm, due).finally(() => waiting.delete(orm))
}

async function notifyAll(orm: Orm, due: Map<string, Notifications>): Promise<void> {
  while (due.size > 0) {
    const now = [...due.values()]
    due.clear()
    await notify(orm, now).catch(() => {
      // The database is away or closing; listeners fall back to looking by themselves.
    })
  }
}

const notify = (orm: Orm, news: readonly Notifications[]): Promise<unknown> =>
  runStatement(
    orm.em.fork(),
    'SELECT pg_notify(news.channel, news.payload) FROM unnest($1::text[], $2::text[]) AS news (channel, payload)',
    [news.map(({ channel }) => channel), news.map(({ payload }) => payload)],
  )
