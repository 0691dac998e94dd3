import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'
import type { IssuerKeyEntity } from './issuer-key.entity.ts'

/** What everybody may read of a key. */
export type PublicIssuerKey = Pick<IssuerKeyEntity, 'kid' | 'publicKey' | 'state'>

/** Every key that has ever signed as the service, the newest first. */
export const listIssuerKeys = (em: Em): Promise<PublicIssuerKey[]> =>
  tables(em).selectFrom('issuer_key').select(['kid', 'publicKey', 'state']).orderBy('createdAt', 'desc').orderBy('kid').execute()

/** A key by its name. */
export const findIssuerKey = (em: Em, { kid }: { kid: string }): Promise<PublicIssuerKey | undefined> =>
  tables(em).selectFrom('issuer_key').select(['kid', 'publicKey', 'state']).where('kid', '=', kid).executeTakeFirst()

/** The key that signs now, with its sealed part; the issuer alone may read that. */
export const readCurrentKey = (em: Em): Promise<IssuerKeyEntity | undefined> =>
  tables(em).selectFrom('issuer_key').selectAll().where('state', '=', 'current').executeTakeFirst()

/** Stores a key, unless another process has stored the current one in the same moment. */
export async function insertIssuerKey(em: Em, key: IssuerKeyEntity): Promise<void> {
  await tables(em)
    .insertInto('issuer_key')
    .values(key)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Retires the current key. @returns its name; undefined where there is none. */
export const retireCurrentKey = async (em: Em, { retiredAt }: { retiredAt: Date }): Promise<string | undefined> =>
  (
    await tables(em)
      .updateTable('issuer_key')
      .set({ state: 'retired', retiredAt })
      .where('state', '=', 'current')
      .returning('kid')
      .executeTakeFirst()
  )?.kid
