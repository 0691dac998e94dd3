import { runStatement } from '@gateway/db/kernel/run-statement'
import type { Em, Orm } from '@gateway/db/orm'

/**
 * A notification that shortens the wait of another process. Its payload is the id of a mailbox for `delivery`, of a payment for `payment`, of a webhook
 * test for `webhook_test` and `webhook_test_ended`, of a decision for `decision` and `decision_ended`, of an intent for
 * `processor_answered`, of a payment for `lightning_answered`, and of a request for `issuer_answered`; `invoice`, `send` or `call` for `lightning_due`; a chain
 * for `payouts_planned`, `address_asked` and `address_answered`; for `committed` the payout terms that an api waits for, separated by commas; and empty
 * for the others.
 */
export interface Notifications {
  readonly channel:
    | 'outbox'
    | 'delivery'
    | 'committed'
    | 'pinned'
    | 'payment'
    | 'webhook_test'
    | 'webhook_test_ended'
    | 'decision'
    | 'decision_ended'
    | 'payouts_planned'
    | 'address_asked'
    | 'address_answered'
    | 'processor_due'
    | 'processor_answered'
    | 'lightning_due'
    | 'lightning_answered'
    | 'issuer_due'
    | 'issuer_answered'
  readonly payload: string
}

const heard = new WeakMap<Em, Notifications[]>()

/** Queues notifications of the caller's transaction; they are published after its commit. */
export function queueNotification(em: Em, ...news: readonly Notifications[]): void {
  heard.set(em, [...(heard.get(em) ?? []), ...news])
}

/** The notifications queued in a transaction. */
export const notificationsOf = (em: Em): readonly Notifications[] => heard.get(em) ?? []

const keyOf = ({ channel, payload }: Notifications): string => `${channel} ${payload}`
const waiting = new WeakMap<Orm, Map<string, Notifications>>()

/**
 * Publishes notifications (NOTIFY), soon and not awaited: a listener that misses one polls.
 *
 * Postgres serialises the commits of transactions that notify. So transactions that write money do not; one later statement, which writes
 * nothing, notifies for all that committed meanwhile.
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
      // The database is away or closing; listeners poll.
    })
  }
}

const notify = (orm: Orm, news: readonly Notifications[]): Promise<unknown> =>
  runStatement(
    orm.em.fork(),
    'SELECT pg_notify(news.channel, news.payload) FROM unnest($1::text[], $2::text[]) AS news (channel, payload)',
    [news.map(({ channel }) => channel), news.map(({ payload }) => payload)],
  )
