import type { SpendAttemptEntity } from '@gateway/db/custody/spend-attempt.entity'
import type { Em } from '@gateway/db/orm'
import { type Tables, tables } from '@gateway/db/tables'
import { type AttemptInput, attemptMachine } from '@gateway/domain/custody/machine'
import { transitOf } from '@gateway/domain/kernel/machine'
import { type ExpressionOrFactory, sql, type SqlBool, type UpdateObject } from 'kysely'
import type { Context } from '../../kernel/context.ts'

/** An attempt by its key. */
export type AttemptKey = Pick<SpendAttemptEntity, 'intentId' | 'n'>

type Patch = Omit<UpdateObject<Tables, 'spend_attempt'>, 'intentId' | 'n' | 'state' | 'updatedAt'>

/** One input for the attempts that a condition selects, with the columns that are written with their state. */
export interface AttemptAdvance {
  readonly where: ExpressionOrFactory<Tables, 'spend_attempt', SqlBool>
  readonly input: AttemptInput
  readonly patch?: Patch
}

/**
 * The only place that writes an attempt's state: one guarded update, in the caller's transaction.
 *
 * An attempt whose state does not accept the input stays as it is.
 *
 * @returns the attempts that moved, in no order; only those may have consequences.
 */
export async function advanceAttempts(
  em: Em,
  ctx: Pick<Context, 'clock'>,
  { where, input, patch = {} }: AttemptAdvance,
): Promise<Pick<SpendAttemptEntity, 'intentId' | 'n' | 'state'>[]> {
  const { from, to } = transitOf(attemptMachine, input)
  return tables(em)
    .updateTable('spend_attempt')
    .set({ ...patch, state: sql<never>`${to}`, updatedAt: ctx.clock.now() })
    .where(where)
    .where('state', 'in', [...from])
    .returning(['intentId', 'n', 'state'])
    .execute()
}

/** One attempt, its input, and the columns that are written with its state. */
interface OneAdvance extends Omit<AttemptAdvance, 'where'> {
  readonly attempt: AttemptKey
}

/** Advances one attempt. @returns false when its state does not accept the input. */
export async function advanceAttempt(
  em: Em,
  ctx: Pick<Context, 'clock'>,
  { attempt: { intentId, n }, ...change }: OneAdvance,
): Promise<boolean> {
  const moved = await advanceAttempts(em, ctx, { ...change, where: (eb) => eb.and({ intentId, n }) })
  return moved.length > 0
}

/** Advances one attempt. @throws {Error} when its state does not accept the input, which the caller's lock rules out. */
export async function moveAttempt(em: Em, ctx: Pick<Context, 'clock'>, one: OneAdvance): Promise<void> {
  if (await advanceAttempt(em, ctx, one)) return
  throw new Error(`attempt ${one.attempt.intentId} ${one.attempt.n} takes no ${one.input}`)
}
