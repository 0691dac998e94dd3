import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'
import type { StatusListEntity } from './status-list.entity.ts'

/** A list. */
export const findStatusList = (em: Em, { id }: { id: number }): Promise<StatusListEntity | undefined> =>
  tables(em).selectFrom('status_list').selectAll().where('id', '=', id).executeTakeFirst()

/** A list whose signing nobody else begins until the transaction ends; who revokes waits too. */
export const lockStatusList = (em: Em, { id }: { id: number }): Promise<StatusListEntity | undefined> =>
  tables(em).selectFrom('status_list').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/** The list that new credentials go to; undefined while there is none. */
export const findNewestListId = async (em: Em): Promise<number | undefined> =>
  (await tables(em).selectFrom('status_list').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst())?.id

/** Opens a list that has to be signed. False when another process has. */
export async function insertStatusList(em: Em, { id }: { id: number }): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await tables(em)
    .insertInto('status_list')
    .values({ id, jwt: null, signedAt: null, isDue: true })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

/** Lists that are to be signed: those that are due, and those that were signed before a moment. */
export const findDueStatusLists = (
  em: Em,
  { signedBefore, limit }: { signedBefore: Date; limit: number },
): Promise<Pick<StatusListEntity, 'id'>[]> =>
  tables(em)
    .selectFrom('status_list')
    .select('id')
    .where((eb) => eb.or([eb('isDue', '=', true), eb('signedAt', '<', signedBefore)]))
    .orderBy('id')
    .limit(limit)
    .execute()

/** Stores a list as it was signed. */
export async function saveStatusList(em: Em, { id, jwt, signedAt }: { id: number; jwt: string; signedAt: Date }): Promise<void> {
  await tables(em).updateTable('status_list').set({ jwt, signedAt, isDue: false }).where('id', '=', id).execute()
}

/** Has a list signed again, or every list. @returns how many. */
export async function markStatusListsDue(em: Em, { id }: { id?: number } = {}): Promise<number> {
  const every = tables(em).updateTable('status_list').set({ isDue: true })
  const { numUpdatedRows } = await (id === undefined ? every : every.where('id', '=', id)).executeTakeFirst()
  return Number(numUpdatedRows)
}
