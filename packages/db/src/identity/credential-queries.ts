import type { Did } from '@gateway/domain/identity/did'
import type { Em } from '../orm.ts'
import { countRows, type PageBounds } from '../kernel/read-page.ts'
import { tables } from '../tables.ts'
import type { CredentialEntity } from './credential.entity.ts'

/** A credential. */
export const findCredential = (em: Em, { id }: { id: string }): Promise<CredentialEntity | undefined> =>
  tables(em).selectFrom('credential').selectAll().where('id', '=', id).executeTakeFirst()

/** The credential that was issued for something. */
export const findCredentialOfSource = (em: Em, { source }: { source: string }): Promise<CredentialEntity | undefined> =>
  tables(em).selectFrom('credential').selectAll().where('source', '=', source).executeTakeFirst()

/** Stores a credential. False when its place in the list is taken, or it was issued before for the same. */
export async function insertCredential(em: Em, credential: CredentialEntity): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await tables(em)
    .insertInto('credential')
    .values(credential)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

/** True when a credential has this place. */
export const isPlaceTaken = async (em: Em, { listId, listIndex }: Pick<CredentialEntity, 'listId' | 'listIndex'>): Promise<boolean> =>
  (await tables(em)
    .selectFrom('credential')
    .select('id')
    .where('listId', '=', listId)
    .where('listIndex', '=', listIndex)
    .executeTakeFirst()) !== undefined

/** A page of the credentials about a DID, newest first, and how many there are. */
export async function listCredentialsOf(
  em: Em,
  { did, bounds: { limit, offset } }: { did: Did; bounds: PageBounds },
): Promise<{ rows: CredentialEntity[]; total: number }> {
  const all = tables(em).selectFrom('credential').where('did', '=', did)
  const page = all.selectAll().orderBy('issuedAt', 'desc').orderBy('id', 'desc').limit(limit).offset(offset)
  const [rows, total] = await Promise.all([page.execute(), countRows(all)])
  return { rows, total }
}

/** Every revoked credential, the last revoked first. */
export const listRevokedCredentials = async (em: Em) => {
  const rows = await tables(em)
    .selectFrom('credential')
    .select(['id', 'revokedAt', 'revokeReason'])
    .where('revokedAt', 'is not', null)
    .orderBy('revokedAt', 'desc')
    .orderBy('id', 'desc')
    .execute()
  // The database has a reason and a moment wherever one of both is.
  return rows.map(({ id, revokedAt, revokeReason }) => ({ id, revokedAt: revokedAt ?? new Date(0), revokeReason: revokeReason ?? '' }))
}

/** The places of the revoked credentials of a list. */
export const listRevokedPlaces = async (em: Em, { listId }: Pick<CredentialEntity, 'listId'>): Promise<number[]> =>
  (
    await tables(em).selectFrom('credential').select('listIndex').where('listId', '=', listId).where('revokedAt', 'is not', null).execute()
  ).map(({ listIndex }) => listIndex)

/** Revokes a credential, once. @returns its list; undefined where it does not exist or is revoked. */
export const revokeCredentialRow = async (
  em: Em,
  { id, revokedAt, revokeReason }: { id: string; revokedAt: Date; revokeReason: string },
): Promise<number | undefined> =>
  (
    await tables(em)
      .updateTable('credential')
      .set({ revokedAt, revokeReason })
      .where('id', '=', id)
      .where('revokedAt', 'is', null)
      .returning('listId')
      .executeTakeFirst()
  )?.listId
