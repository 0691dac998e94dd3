import type { ProcessorPurpose } from '@gateway/domain/cards/purposes'
import { isUuid } from '@gateway/domain/kernel/id'
import { type RawBuilder, sql } from 'kysely'
import { isNoneOf } from '../../kernel/page.ts'
import { sumOf } from '@gateway/domain/money/units'
import type { Em } from '../../orm.ts'
import { tables } from '../../tables.ts'
import type { Due } from '../due-queries.ts'
import { isPausedIntent } from '../pause-queries.ts'
import type { ProcessorIntentEntity } from './processor-intent.entity.ts'

/** Plans an intent. False when the same purpose and object have one that may have moved money; one that was refused for good has not. */
export async function insertIntent(em: Em, intent: ProcessorIntentEntity): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await tables(em)
    .insertInto('processor_intent')
    .values(intent)
    .onConflict((conflict) =>
      conflict
        .columns(['purpose', 'ref'])
        .where(sql<boolean>`state <> 'void'`) // A parameter would not match the index.
        .doNothing(),
    )
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

/** An intent. */
export const findIntent = (em: Em, { id }: { id: string }): Promise<ProcessorIntentEntity | undefined> =>
  tables(em).selectFrom('processor_intent').selectAll().where('id', '=', id).executeTakeFirst()

/** The intent that an object of the processor names; whoever has made the object may have written any name. */
export const findNamedIntent = async (em: Em, { intentId }: { intentId: string | null }): Promise<ProcessorIntentEntity | undefined> =>
  intentId !== null && isUuid(intentId) ? findIntent(em, { id: intentId }) : undefined

/** The intent of an object for a purpose, the latest where earlier ones were refused. */
export const findIntentOf = (
  em: Em,
  { purpose, ref }: { purpose: ProcessorPurpose; ref: string },
): Promise<ProcessorIntentEntity | undefined> =>
  tables(em)
    .selectFrom('processor_intent')
    .selectAll()
    .where((eb) => eb.and({ purpose, ref }))
    .orderBy('createdAt', 'desc')
    .orderBy((eb) => eb('state', '=', 'void'))
    .executeTakeFirst()

type Summed = Pick<ProcessorIntentEntity, 'purpose' | 'paymentId'>

/** What all intents of a purpose for one payment move together, in the smallest unit of its currency; those that were refused for good move nothing. */
export const sumOfIntents = (em: Em, of: Summed): Promise<bigint> => sumWhere(em, of, sql<boolean>`state <> 'void'`)

/** What those of them have moved whose outcome is known. */
export const sumOfMoved = (em: Em, of: Summed): Promise<bigint> => sumWhere(em, of, sql<boolean>`state = 'final'`)

async function sumWhere(em: Em, { purpose, paymentId }: Summed, condition: RawBuilder<boolean>): Promise<bigint> {
  const rows = await tables(em)
    .selectFrom('processor_intent')
    .select('amountMinor')
    .where((eb) => eb.and({ purpose, paymentId }))
    .where(condition)
    .execute()
  return sumOf(rows.map(({ amountMinor }) => amountMinor))
}

/** An intent, locked FOR UPDATE; lock its payment first. */
export const lockIntent = (em: Em, { id }: { id: string }): Promise<ProcessorIntentEntity | undefined> =>
  tables(em).selectFrom('processor_intent').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/** Intents that nothing was called for, the oldest first; those that a pause stops are left out while it lasts. */
export async function findPlanned(em: Em, { limit, except }: Omit<Due, 'now'>): Promise<{ id: string; paymentId: string }[]> {
  const planned = tables(em)
    .selectFrom('processor_intent')
    .innerJoin('card_payment', 'card_payment.id', 'processor_intent.paymentId')
    .select(['processor_intent.id', 'processor_intent.paymentId'])
    .where('processor_intent.state', '=', 'planned')
  return planned
    .where(sql<boolean>`NOT (${isPausedIntent})`)
    .where(isNoneOf(sql.ref('processor_intent.id'), except))
    .orderBy('processor_intent.updatedAt')
    .limit(limit)
    .execute()
}

/** Writes the state of an intent. */
export async function saveIntent(
  em: Em,
  { id, state, updatedAt }: Pick<ProcessorIntentEntity, 'id' | 'state' | 'updatedAt'>,
): Promise<void> {
  await tables(em).updateTable('processor_intent').set({ state, updatedAt }).where('id', '=', id).execute()
}
