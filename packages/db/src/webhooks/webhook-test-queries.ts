import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'
import type { WebhookTestEntity } from './webhook-test.entity.ts'

/** Stores a webhook test that nobody has begun. */
export async function insertWebhookTest(
  em: Em,
  test: Pick<WebhookTestEntity, 'id' | 'endpointId' | 'mode' | 'eventId' | 'type' | 'body' | 'createdAt'>,
) {
  const open = { lastStatusCode: null, lastProblem: null, lastDurationMs: null, startedAt: null, endedAt: null }
  await tables(em)
    .insertInto('webhook_test')
    .values({ ...test, ...open, state: 'pending' })
    .execute()
}

/** A webhook test with how it went. */
export async function findWebhookTest(em: Em, { id }: { id: string }): Promise<WebhookTestEntity | undefined> {
  return tables(em).selectFrom('webhook_test').selectAll().where('id', '=', id).executeTakeFirst()
}

/**
 * Begins the oldest webhook test that nobody has begun, that was asked for after `since` and whose endpoint has fewer than `most` under way. SKIP LOCKED: roles
 * side by side take different ones, and at the same moment one more than `most`.
 */
export async function claimWebhookTest(
  em: Em,
  { since, now, most }: { since: Date; now: Date; most: number },
): Promise<WebhookTestEntity | undefined> {
  const waiting = tables(em)
    .selectFrom('webhook_test as waiting')
    .select('waiting.id')
    .where('waiting.state', '=', 'pending')
    .where('waiting.startedAt', 'is', null)
    .where('waiting.createdAt', '>', since)
    .where(({ eb, selectFrom }) =>
      eb(
        selectFrom('webhook_test as begun')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .where('begun.state', '=', 'pending')
          .where('begun.startedAt', '>', since)
          .whereRef('begun.endpointId', '=', 'waiting.endpointId'),
        '<',
        most,
      ),
    )
    .orderBy('waiting.createdAt')
    .limit(1)
    .forUpdate()
    .skipLocked()
  return tables(em).updateTable('webhook_test').set({ startedAt: now }).where('id', '=', waiting).returningAll().executeTakeFirst()
}

/** Writes how a webhook test went. */
export async function endWebhookTest(
  em: Em,
  { id, ...ended }: Pick<WebhookTestEntity, 'id' | 'state' | 'lastStatusCode' | 'lastProblem' | 'lastDurationMs' | 'endedAt'>,
): Promise<void> {
  await tables(em).updateTable('webhook_test').set(ended).where('id', '=', id).execute()
}

/** Ends webhook tests that were asked for until a moment and that nobody will end any more. */
export async function endLostWebhookTests(em: Em, { until, now }: { until: Date; now: Date }): Promise<void> {
  await tables(em)
    .updateTable('webhook_test')
    .set({ state: 'failed', lastProblem: 'not_sent', endedAt: now })
    .where('state', '=', 'pending')
    .where('createdAt', '<=', until)
    .execute()
}
