import type { SpendIntentEntity } from '@gateway/db/custody/spend-intent.entity'
import { isOneOf } from '@gateway/db/kernel/is-one-of'
import type { Em } from '@gateway/db/orm'
import { type Tables, tables } from '@gateway/db/tables'
import { type IntentInput, intentMachine } from '@gateway/domain/custody/machine'
import { transitOf } from '@gateway/domain/kernel/machine'
import { sql, type UpdateObject } from 'kysely'
import type { Context } from '../../kernel/context.ts'

/** One input for several payouts, with the columns that are written with their state. */
interface IntentAdvance {
  readonly ids: readonly string[]
  readonly input: IntentInput
  readonly patch?: Omit<UpdateObject<Tables, 'spend_intent'>, 'id' | 'state' | 'updatedAt'>
}

/**
 * The only place that writes a payout's state: one guarded update, in the caller's transaction.
 *
 * A payout whose state does not accept the input stays as it is.
 *
 * @returns the payouts that moved, in no order; only those may have consequences.
 */
export async function advanceIntents(
  em: Em,
  ctx: Pick<Context, 'clock'>,
  { ids, input, patch = {} }: IntentAdvance,
): Promise<Pick<SpendIntentEntity, 'id' | 'state'>[]> {
  if (ids.length === 0) return []
  const { from, to } = transitOf(intentMachine, input)
  return tables(em)
    .updateTable('spend_intent')
    .set({ ...patch, state: sql<never>`${to}`, updatedAt: ctx.clock.now() })
    .where(isOneOf('id', ids, 'uuid'))
    .where('state', 'in', [...from])
    .returning(['id', 'state'])
    .execute()
}
