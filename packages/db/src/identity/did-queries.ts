import type { Did } from '@gateway/domain/identity/did'
import type { MerchantId } from '@gateway/domain/kernel/id'
import { sql } from 'kysely'
import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'
import type { DidEntity } from './did.entity.ts'
import type { LinkedDidEntity } from './linked-did.entity.ts'

/** What everybody may read of a merchant's DID. */
export type PublicDid = Omit<DidEntity, 'sealedKey'>
const PUBLIC = ['merchantId', 'did', 'publicKey', 'displayName', 'createdAt'] as const satisfies readonly (keyof PublicDid)[]

/** The DID of a merchant. */
export const findDidOfMerchant = (em: Em, { merchantId }: { merchantId: MerchantId }): Promise<PublicDid | undefined> =>
  tables(em).selectFrom('did').select(PUBLIC).where('merchantId', '=', merchantId).executeTakeFirst()

/** Stores the DID of a merchant, which the issuer alone may. False when the merchant has one. */
export async function insertDid(em: Em, did: DidEntity): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await tables(em)
    .insertInto('did')
    .values(did)
    .onConflict((conflict) => conflict.column('merchantId').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

/** The DIDs that a merchant has linked, the oldest first. */
export const listLinkedDids = (em: Em, { merchantId }: { merchantId: MerchantId }): Promise<LinkedDidEntity[]> =>
  tables(em).selectFrom('linked_did').selectAll().where('merchantId', '=', merchantId).orderBy('createdAt').orderBy('id').execute()

/** Until the transaction ends nobody else links a DID to a merchant. Read what is decided on in later statements. */
export async function lockLinks(em: Em, { merchantId }: { merchantId: MerchantId }): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('linked_did:' || ${merchantId}, 0))`.execute(tables(em))
}

/** Stores a link. The database refuses a DID that another merchant has proven. */
export async function insertLinkedDid(em: Em, link: LinkedDidEntity): Promise<void> {
  await tables(em).insertInto('linked_did').values(link).execute()
}

/** Notes that a merchant has proven a link of its own. False when it had before. The database refuses a DID that another merchant has proven. */
export async function proveLinkedDid(
  em: Em,
  { merchantId, did, verifiedAt }: { merchantId: MerchantId; did: Did; verifiedAt: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tables(em)
    .updateTable('linked_did')
    .set({ isVerified: true, verifiedAt })
    .where('merchantId', '=', merchantId)
    .where('did', '=', did)
    .where('isVerified', '=', false)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
