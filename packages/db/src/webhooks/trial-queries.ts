import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'
import type { TrialDeliveryEntity } from './trial-delivery.entity.ts'

/** Stores a trial that nobody has begun. */
export async function insertTrial(
  em: Em,
  trial: Pick<TrialDeliveryEntity, 'id' | 'endpointId' | 'mode' | 'eventId' | 'type' | 'body' | 'createdAt'>,
) {
  const open = { lastStatusCode: null, lastProblem: null, lastDurationMs: null, startedAt: null, endedAt: null }
  await tables(em)
    .insertInto('trial_delivery')
    .values({ ...trial, ...open, state: 'pending' })
    .execute()
}

/** A trial with how it went. */
export async function findTrial(em: Em, { id }: { id: string }): Promise<TrialDeliveryEntity | undefined> {
  return tables(em).selectFrom('trial_delivery').selectAll().where('id', '=', id).executeTakeFirst()
}

/**
 * Begins the oldest trial that nobody has begun, that was asked for after `since` and whose endpoint has fewer than `most` under way. SKIP LOCKED: roles
 * side by side take different ones, and at the same moment one more than `most`.
 */
export async function claimTrial(
  em: Em,
  { since, now, most }: { since: Date; now: Date; most: number },
): Promise<TrialDeliveryEntity | undefined> {
  const waiting = tables(em)
    .selectFrom('trial_delivery as waiting')
    .select('waiting.id')
    .where('waiting.state', '=', 'pending')
    .where('waiting.startedAt', 'is', null)
    .where('waiting.createdAt', '>', since)
    .where(({ eb, selectFrom }) =>
      eb(
        selectFrom('trial_delivery as begun')
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
  return tables(em).updateTable('trial_delivery').set({ startedAt: now }).where('id', '=', waiting).returningAll().executeTakeFirst()
}

/** Writes how a trial went. */
export async function endTrial(
  em: Em,
  { id, ...ended }: Pick<TrialDeliveryEntity, 'id' | 'state' | 'lastStatusCode' | 'lastProblem' | 'lastDurationMs' | 'endedAt'>,
): Promise<void> {
  await tables(em).updateTable('trial_delivery').set(ended).where('id', '=', id).execute()
}

/** Ends trials that were asked for until a moment and that nobody will end any more. */
export async function endLostTrials(em: Em, { until, now }: { until: Date; now: Date }): Promise<void> {
  await tables(em)
    .updateTable('trial_delivery')
    .set({ state: 'failed', lastProblem: 'not_sent', endedAt: now })
    .where('state', '=', 'pending')
    .where('createdAt', '<=', until)
    .execute()
}
