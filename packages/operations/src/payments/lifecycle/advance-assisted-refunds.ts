import type { AssistedRefundEntity } from '@gateway/db/payments/assisted/assisted-refund.entity'
import type { Em } from '@gateway/db/orm'
import { type Tables, tables } from '@gateway/db/tables'
import { transitOf } from '@gateway/domain/kernel/machine'
import { type AssistedRefundInput, assistedRefundMachine } from '@gateway/domain/payments/assisted-refund'
import { sql, type UpdateObject } from 'kysely'

/** One input for several refunds that merchants pay, with the columns that are written with their state. */
interface AssistedRefundAdvance {
  readonly ids: readonly string[]
  readonly input: AssistedRefundInput
  readonly patch?: Omit<UpdateObject<Tables, 'assisted_refund'>, 'id' | 'state'>
}

/**
 * The only place that writes the state of a refund that the merchant pays: one guarded update, in the caller's transaction.
 *
 * A refund whose state does not accept the input stays as it is.
 *
 * @returns the refunds that moved, in no order; only those may have consequences.
 */
export async function advanceAssistedRefunds(
  em: Em,
  { ids, input, patch = {} }: AssistedRefundAdvance,
): Promise<Pick<AssistedRefundEntity, 'id' | 'state'>[]> {
  if (ids.length === 0) return []
  const { from, to } = transitOf(assistedRefundMachine, input)
  return tables(em)
    .updateTable('assisted_refund')
    .set({ ...patch, state: sql<never>`${to}` })
    .where('id', 'in', [...ids])
    .where('state', 'in', [...from])
    .returning(['id', 'state'])
    .execute()
}
