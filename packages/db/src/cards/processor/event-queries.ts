import { sql } from 'kysely'
import { isNoneOf } from '../../kernel/page.ts'
import type { Em } from '../../orm.ts'
import { tables } from '../../tables.ts'
import type { Due } from '../due-queries.ts'
import type { ProcessorEventEntity } from './processor-event.entity.ts'

/** Puts an event into the inbox. False when it is there already. */
export async function insertProcessorEvent(em: Em, event: ProcessorEventEntity): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await tables(em)
    .insertInto('processor_event')
    .values(event)
    .onConflict((conflict) => conflict.columns(['accountId', 'eventId']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

/** The primary key of an event. */
export type EventKey = Pick<ProcessorEventEntity, 'accountId' | 'eventId'>

/** Events that are due, the longest due first. */
export const findDueEvents = (em: Em, { now, limit, except }: Due): Promise<ProcessorEventEntity[]> => {
  const due = tables(em).selectFrom('processor_event').selectAll().where('tryAt', '<=', now)
  return due
    .where(isNoneOf(sql.ref('event_id'), except))
    .orderBy('tryAt')
    .limit(limit)
    .execute()
}

/** Claims a due event. @returns undefined when another process has it, or it is done. */
export const claimEvent = (
  em: Em,
  { accountId, eventId, now, until }: EventKey & { now: Date; until: Date },
): Promise<ProcessorEventEntity | undefined> =>
  tables(em)
    .updateTable('processor_event')
    .set((eb) => ({ tryAt: until, calls: eb('calls', '+', 1) }))
    .where('accountId', '=', accountId)
    .where('eventId', '=', eventId)
    .where('tryAt', '<=', now)
    .returningAll()
    .executeTakeFirst()

/** Writes what became of an event; `tryAt` null ends it. */
export async function saveProcessorEvent(
  em: Em,
  { accountId, eventId, tryAt, outcome }: EventKey & Pick<ProcessorEventEntity, 'tryAt' | 'outcome'>,
): Promise<void> {
  await tables(em)
    .updateTable('processor_event')
    .set({ tryAt, outcome })
    .where('accountId', '=', accountId)
    .where('eventId', '=', eventId)
    .execute()
}
