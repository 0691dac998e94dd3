import type { Passkey } from '@gateway/domain/accounts/factors'
import type { MerchantId } from '@gateway/domain/kernel/id'
import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'

/** A passkey as verifying needs it. */
export interface StoredPasskey {
  readonly id: string
  readonly merchantId: MerchantId
  readonly credentialId: string
  readonly publicKey: Uint8Array
  readonly counter: bigint
  readonly transports: string[]
}

/** The passkeys of a merchant, the oldest first. */
export async function listPasskeys(em: Em, { merchantId }: { merchantId: MerchantId }): Promise<Passkey[]> {
  return tables(em)
    .selectFrom('passkey')
    .select(['id', 'name', 'createdAt', 'lastUsedAt'])
    .where('merchantId', '=', merchantId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
}

/** The credentials of a merchant, as a browser is asked for them. */
export async function listCredentials(em: Em, { merchantId }: { merchantId: MerchantId }) {
  return tables(em).selectFrom('passkey').select(['credentialId as id', 'transports']).where('merchantId', '=', merchantId).execute()
}

/** A passkey by its credential. The tenant is not known before: the passkey says who signs in. */
export async function findPasskey(em: Em, { credentialId }: { credentialId: string }): Promise<StoredPasskey | undefined> {
  return tables(em)
    .selectFrom('passkey')
    .select(['id', 'merchantId', 'credentialId', 'publicKey', 'counter', 'transports'])
    .where('credentialId', '=', credentialId)
    .executeTakeFirst()
}

/** Stores a passkey. @returns false when its credential is one already. */
export async function insertPasskey(em: Em, passkey: StoredPasskey & Pick<Passkey, 'name' | 'createdAt'>): Promise<boolean> {
  const stored = await tables(em)
    .insertInto('passkey')
    .values({ ...passkey, publicKey: Buffer.from(passkey.publicKey), lastUsedAt: null })
    .onConflict((conflict) => conflict.column('credentialId').doNothing())
    .returning('id')
    .executeTakeFirst()
  return stored !== undefined
}

/**
 * Records a use with its counter. Of concurrent uses with one counter a single one is recorded.
 *
 * @returns false when the counter has not risen, unless the authenticator does not count (WebAuthn §6.1.1).
 */
export async function usePasskey(em: Em, { id, counter, at }: { id: string; counter: bigint; at: Date }): Promise<boolean> {
  const used = await tables(em)
    .updateTable('passkey')
    .set({ counter, lastUsedAt: at })
    .where('id', '=', id)
    .where((key) => (counter === 0n ? key('counter', '=', 0n) : key('counter', '<', counter)))
    .returning('id')
    .executeTakeFirst()
  return used !== undefined
}

interface OwnPasskey {
  readonly merchantId: MerchantId
  readonly id: string
}

/** Renames a passkey of a merchant. @returns false when there is none. */
export async function renameStoredPasskey(em: Em, { merchantId, id, name }: OwnPasskey & { name: string }): Promise<boolean> {
  const { numUpdatedRows } = await tables(em)
    .updateTable('passkey')
    .set({ name })
    .where('merchantId', '=', merchantId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Deletes a passkey of a merchant. @returns its name, undefined when there is none. */
export async function deletePasskey(em: Em, { merchantId, id }: OwnPasskey): Promise<string | undefined> {
  const gone = await tables(em)
    .deleteFrom('passkey')
    .where('merchantId', '=', merchantId)
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst()
  return gone?.name
}
