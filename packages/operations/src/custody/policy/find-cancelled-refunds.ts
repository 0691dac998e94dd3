import type { SpendIntentEntity } from '@gateway/db/custody/spend-intent.entity'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { purposes } from '@gateway/domain/custody/purposes'

/** Ids of the withdrawn refunds among some payouts. */
export async function findCancelledRefunds(
  em: Em,
  intents: readonly Pick<SpendIntentEntity, 'purpose' | 'ref'>[],
): Promise<ReadonlySet<string>> {
  const refs = intents.filter(({ purpose }) => purposes[purpose].isHeldAfterPin).map(({ ref }) => ref)
  if (refs.length === 0) return new Set()
  const rows = await tables(em).selectFrom('refund').select('id').where('id', 'in', refs).where('state', '=', 'withdrawn').execute()
  return new Set(rows.map(({ id }) => id))
}
