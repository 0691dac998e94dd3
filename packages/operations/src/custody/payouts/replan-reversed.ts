import type { SpendIntentEntity } from '@gateway/db/custody/spend-intent.entity'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { splitByTerms } from '@gateway/domain/custody/split-by-terms'
import { readSharedTerms } from './read-shared-terms.ts'

/** Plans payouts over their full counted amount again, after a reorg removed the flush that fell short. */
export async function replanReversed(em: Em, short: readonly Pick<SpendIntentEntity, 'id' | 'units' | 'payoutTermsId'>[]): Promise<void> {
  for (const intent of short) {
    const whole = { ...splitByTerms(await readSharedTerms(em, intent), intent.units, 0n), shortUnits: 0n }
    await tables(em).updateTable('spend_intent').set(whole).where('id', '=', intent.id).execute()
  }
}
