import { sql } from 'kysely'
import { owned, type OwnerScope } from '../kernel/owned.ts'
import { sharedPauseLock } from '../custody/pause-queries.ts'
import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'
import type { LightningWalletEntity } from './lightning-wallet.entity.ts'

/** The wallets of a business. */
export const ownLightningWallets = owned('lightning_wallet', { frozen: ['walletId', 'username'] })

/** A wallet within a scope, by its merchant's name of it. */
export const findWalletNamed = (
  em: Em,
  { walletId, ...scope }: OwnerScope & { walletId: string },
): Promise<LightningWalletEntity | undefined> => ownLightningWallets.findBy(em, { scope, where: { walletId } })

/** The wallet whose Lightning Address has a name, in lower case. */
export const findWalletOfUsername = (em: Em, { username }: { username: string }): Promise<LightningWalletEntity | undefined> =>
  tables(em).selectFrom('lightning_wallet').selectAll().where('username', '=', username).executeTakeFirst()

/** The wallet that a row names. */
export const getLightningWallet = (em: Em, { id }: { id: string }): Promise<LightningWalletEntity> =>
  tables(em).selectFrom('lightning_wallet').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/**
 * Until the transaction ends nobody else decides on money of a wallet. An advisory lock: who sends may not change the row. Read what is decided on in later
 * statements.
 */
export async function holdLightningWallet(em: Em, { id }: { id: string }): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('lightning_wallet:' || ${id}, 0))`.execute(tables(em))
}

/**
 * The same for a send that is being begun, with all pauses: a new pause waits for the sends that are being begun, and those that come later wait for the
 * pause.
 */
export async function holdWalletAndPauses(em: Em, { id }: { id: string }): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('lightning_wallet:' || ${id}, 0)),
    ${sharedPauseLock}`.execute(tables(em))
}

/** Stores a wallet. False when its merchant has one of this name. */
export async function insertWallet(em: Em, wallet: LightningWalletEntity): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await tables(em)
    .insertInto('lightning_wallet')
    .values(wallet)
    .onConflict((conflict) => conflict.columns(['merchantId', 'mode', 'walletId']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

/** Gives a wallet its username, once. False when it has one. The database refuses a name that another wallet has. */
export async function giveUsername(em: Em, { id, username }: { id: string; username: string }): Promise<boolean> {
  const { numUpdatedRows } = await tables(em)
    .updateTable('lightning_wallet')
    .set({ username })
    .where('id', '=', id)
    .where('username', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
