import { sql } from 'kysely'
import { owned } from '../kernel/owned.ts'
import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'
import type { CardPayoutEntity } from './card-payout.entity.ts'

/** Payouts as callers list them. */
export const ownCardPayouts = owned('card_payout', { frozen: [] })

/** Stores a payout, or what has changed of it; an answer that is older than the stored one changes nothing. */
export async function savePayout(em: Em, payout: CardPayoutEntity): Promise<void> {
  const { status, arrivesAt, failureCode, asOf, updatedAt } = payout
  await tables(em)
    .insertInto('card_payout')
    .values(payout)
    .onConflict((conflict) =>
      conflict
        .column('processorPayoutId')
        .doUpdateSet({ status, arrivesAt, failureCode, asOf, updatedAt })
        .where(sql<boolean>`card_payout.as_of < ${asOf}`),
    )
    .execute()
}
