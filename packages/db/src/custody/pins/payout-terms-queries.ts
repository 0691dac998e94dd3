import type { Em } from '../../orm.ts'
import { tables } from '../../tables.ts'
import type { PayoutTermsEntity } from './payout-terms.entity.ts'

/** Destinations and source of some intents, as they were frozen at creation. */
export async function findPayoutTerms(em: Em, ids: readonly string[]): Promise<Map<string, PayoutTermsEntity>> {
  if (ids.length === 0) return new Map()
  const rows = (await tables(em)
    .selectFrom('payout_terms')
    .selectAll()
    .where('id', 'in', [...ids])
    .execute()) as PayoutTermsEntity[]
  return new Map(rows.map((row) => [row.id, row]))
}
