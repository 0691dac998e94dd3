import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'
import type { LightningFundsEntity } from './lightning-funds.entity.ts'

/** The row of the one node that there is. */
export const NODE = 'node'

/** What the node's channels held when it was last asked; undefined before. */
export const findLightningFunds = (em: Em): Promise<LightningFundsEntity | undefined> =>
  tables(em).selectFrom('lightning_funds').selectAll().where('name', '=', NODE).executeTakeFirst()

/** Stores what the node's channels hold. */
export async function saveLightningFunds(em: Em, funds: Omit<LightningFundsEntity, 'name' | 'capSats'>): Promise<void> {
  await tables(em)
    .insertInto('lightning_funds')
    .values({ name: NODE, ...funds, capSats: null })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(funds))
    .execute()
}

/** Stores what the node's channels may hold at most, beside what they hold; nothing before the node was asked once. */
export async function saveLightningCap(em: Em, { capSats }: { capSats: bigint }): Promise<void> {
  await tables(em)
    .updateTable('lightning_funds')
    .set({ capSats })
    .where('name', '=', NODE)
    .where((eb) => eb('capSats', 'is distinct from', capSats))
    .execute()
}
