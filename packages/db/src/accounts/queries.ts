import type { MerchantId } from '@gateway/domain/kernel/id'
import { sql } from 'kysely'
import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'

/** The account that signs in with a canonical e-mail address, with its password hash. The tenant is not known before. */
export async function findMerchantByEmail(em: Em, { email }: { email: string }) {
  return tables(em).selectFrom('merchant').selectAll().where('email', '=', email).executeTakeFirst()
}

/** An account without its password hash. */
export async function findMerchant(em: Em, { merchantId }: { merchantId: MerchantId }) {
  return tables(em).selectFrom('merchant').select(['id', 'email', 'name', 'createdAt']).where('id', '=', merchantId).executeTakeFirst()
}

/** A session that is neither signed out nor expired at `at`. */
export async function findLiveSession(em: Em, { merchantId, sessionId, at }: { merchantId: MerchantId; sessionId: string; at: Date }) {
  return tables(em)
    .selectFrom('session')
    .select('id')
    .where('id', '=', sessionId)
    .where('merchantId', '=', merchantId)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', at)
    .executeTakeFirst()
}

/**
 * Keys by their public ids with the merchants they act for, revoked or not. The tenant is not known before.
 *
 * The alias is needed: under its own name, the joined table's id would be read into the key's column `business_id`.
 */
export async function findApiKeys(em: Em, { keyIds }: { keyIds: readonly string[] }) {
  return tables(em)
    .selectFrom('api_key')
    .innerJoin('business as owner', 'owner.id', 'api_key.businessId')
    .selectAll('api_key')
    .select('owner.merchantId')
    .where(sql<boolean>`api_key.id = ANY(${keyIds}::text[])`)
    .execute()
}

/**
 * Notes that a key was used at `at`, unless its last use was after `notSince`.
 *
 * Locks the key's row FOR UPDATE SKIP LOCKED: of many requests with one key a single one writes and none waits.
 */
export async function touchApiKey(em: Em, { keyId, at, notSince }: { keyId: string; at: Date; notSince: Date }): Promise<void> {
  await tables(em)
    .updateTable('api_key')
    .set({ lastUsedAt: at })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('api_key')
        .select('id')
        .where('id', '=', keyId)
        .where((key) => key.or([key('lastUsedAt', 'is', null), key('lastUsedAt', '<=', notSince)]))
        .forUpdate()
        .skipLocked(),
    )
    .execute()
}
