import { sql } from 'kysely'
import { type PageBounds, readPage } from '../kernel/read-page.ts'
import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'
import type { CardPayoutEntity } from './card-payout.entity.ts'
import type { CardScope } from './card-queries.ts'

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

/** A page of payouts, newest first, and how many there are in all. */
export function listPayouts(em: Em, { status, bounds, ...scope }: CardScope & { status?: string | undefined; bounds: PageBounds }) {
  const all = status === undefined ? own(em, scope) : own(em, scope).where('status', '=', status)
  return readPage({ shown: all.selectAll(), all }, bounds)
}

function own(em: Em, { merchantId, mode, businessId }: CardScope) {
  const rows = tables(em).selectFrom('card_payout').where('merchantId', '=', merchantId).where('mode', '=', mode)
  return businessId === undefined ? rows : rows.where('businessId', '=', businessId)
}
