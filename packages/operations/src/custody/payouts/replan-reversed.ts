import type { SpendIntentEntity } from '@gateway/db/custody/spend-intent.entity'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { splitReceived } from '@gateway/domain/payments/rules'

/** Plans payouts over their full counted amount again, after a reorg removed the flush that fell short. */
export async function replanReversed(em: Em, short: readonly Pick<SpendIntentEntity, 'id' | 'units' | 'payoutTermsId'>[]): Promise<void> {
  for (const { id, units, payoutTermsId } of short) {
    const { feeBps } = await tables(em)
      .selectFrom('payout_terms')
      .select('feeBps')
      .where('id', '=', payoutTermsId)
      .executeTakeFirstOrThrow()
    const whole = { ...splitReceived(units, feeBps, 0n), shortUnits: 0n }
    await tables(em).updateTable('spend_intent').set(whole).where('id', '=', id).execute()
  }
}
