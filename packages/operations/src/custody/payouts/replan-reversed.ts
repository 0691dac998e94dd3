import type { SpendIntentEntity } from '@gateway/db/custody/spend-intent.entity'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { splitReceived } from '@gateway/domain/payments/rules'

/** Payouts whose flush was taken back: what they have not moved they may move yet, so they are planned over all that was counted. */
export async function replanReversed(em: Em, short: readonly Pick<SpendIntentEntity, 'id' | 'units' | 'commitId'>[]): Promise<void> {
  for (const { id, units, commitId } of short) {
    const { feeBps } = await tables(em).selectFrom('commit').select('feeBps').where('id', '=', commitId).executeTakeFirstOrThrow()
    const whole = { ...splitReceived(units, feeBps, 0n), shortUnits: 0n }
    await tables(em).updateTable('spend_intent').set(whole).where('id', '=', id).execute()
  }
}
