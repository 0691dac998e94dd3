import type { RefundEntity } from '@gateway/db/payments/refund.entity'
import type { Em } from '@gateway/db/orm'
import { type Tables, tables } from '@gateway/db/tables'
import { transitOf } from '@gateway/domain/kernel/machine'
import { type ReturnInput, returnMachine } from '@gateway/domain/payments/refund'
import { sql, type UpdateObject } from 'kysely'

/** One input for several refunds, with the columns that are written with their state. */
interface RefundAdvance {
  readonly ids: readonly string[]
  readonly input: ReturnInput
  readonly patch?: Omit<UpdateObject<Tables, 'refund'>, 'id' | 'state'>
}

/**
 * The only place that writes a refund's state: one guarded update, in the caller's transaction.
 *
 * A refund whose state does not accept the input stays as it is.
 *
 * @returns the refunds that moved, in no order; only those may have consequences.
 */
export async function advanceRefunds(em: Em, { ids, input, patch = {} }: RefundAdvance): Promise<Pick<RefundEntity, 'id' | 'state'>[]> {
  if (ids.length === 0) return []
  const { from, to } = transitOf(returnMachine, input)
  return tables(em)
    .updateTable('refund')
    .set({ ...patch, state: sql<never>`${to}` })
    .where('id', 'in', [...ids])
    .where('state', 'in', [...from])
    .returning(['id', 'state'])
    .execute()
}
