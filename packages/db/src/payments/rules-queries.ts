import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'
import type { PaymentRulesEntity } from './payment-rules.entity.ts'

/** Stores rules that payments are going to name; nothing happens where they are known. */
export async function insertRules(em: Em, rules: PaymentRulesEntity): Promise<void> {
  await tables(em)
    .insertInto('payment_rules')
    .values(rules)
    .onConflict((oc) => oc.column('id').doNothing())
    .execute()
}

/** Rules by their ids, in one query however many are asked for. */
export const findRules = (em: Em, { ids }: { ids: readonly string[] }): Promise<PaymentRulesEntity[]> =>
  tables(em)
    .selectFrom('payment_rules')
    .selectAll()
    .where('id', 'in', [...ids])
    .execute()
