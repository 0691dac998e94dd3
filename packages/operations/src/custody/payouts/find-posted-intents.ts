import type { SpendIntentEntity } from '@gateway/db/custody/spend-intent.entity'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { isPosting } from '../../ledger/is-posting.ts'
import { postingKey } from './posting-key.ts'

/** The intents whose plan is in the ledger. A plan that a reorg reversed waits for its deposits to reappear. */
export async function findPostedIntents<Intent extends Pick<SpendIntentEntity, 'id' | 'posting'>>(
  em: Em,
  intents: readonly Intent[],
): Promise<Intent[]> {
  if (intents.length === 0) return []
  const rows = await tables(em)
    .selectFrom('transfer')
    .select('ref')
    .where('kind', '=', 'plan')
    .where(isPosting(intents.map(postingKey)))
    .execute()
  const planned = new Set(rows.map((transfer) => transfer.ref))
  return intents.filter(({ id }) => planned.has(id))
}
