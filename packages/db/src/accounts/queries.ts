import type { ApiKey } from '@gateway/domain/accounts/merchant'
import type { MerchantId } from '@gateway/domain/kernel/id'
import { sql } from 'kysely'
import { runStatement } from '../kernel/run-statement.ts'
import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'

/** The account that signs in with a canonical e-mail address, with its password hash. The tenant is not known before. */
export async function findMerchantByEmail(em: Em, { email }: { email: string }) {
  return tables(em).selectFrom('merchant').selectAll().where('email', '=', email).executeTakeFirst()
}

/** An account without its password hash. */
export async function findMerchant(em: Em, { merchantId }: { merchantId: MerchantId }) {
  return tables(em)
    .selectFrom('merchant')
    .select(['id', 'email', 'name', 'createdAt', 'emailVerifiedAt', 'operatorSince'])
    .where('id', '=', merchantId)
    .executeTakeFirst()
}

/** True once the owner of an account has shown that its e-mail address is read. */
export async function isEmailVerified(em: Em, { merchantId }: { merchantId: MerchantId }): Promise<boolean> {
  const found = await tables(em).selectFrom('merchant').select('emailVerifiedAt').where('id', '=', merchantId).executeTakeFirst()
  return (found?.emailVerifiedAt ?? null) !== null
}

/**
 * True when the password of an account is still the one that was checked, and stays it until the caller's transaction ends.
 *
 * Locks the row FOR SHARE: a change of the password waits, and then ends what the caller starts.
 */
export async function holdPassword(em: Em, { merchantId, checkedHash }: { merchantId: MerchantId; checkedHash: string }): Promise<boolean> {
  const held = await tables(em)
    .selectFrom('merchant')
    .select('id')
    .where('id', '=', merchantId)
    .where('passwordHash', '=', checkedHash)
    .forShare()
    .executeTakeFirst()
  return held !== undefined
}

/** A session that is neither signed out nor expired at `at`. */
export async function findLiveSession(em: Em, { merchantId, sessionId, at }: { merchantId: MerchantId; sessionId: string; at: Date }) {
  return tables(em)
    .selectFrom('session')
    .select(['id', 'openedIn', 'confirmedAt', 'secondFactor'])
    .where('id', '=', sessionId)
    .where('merchantId', '=', merchantId)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', at)
    .executeTakeFirst()
}

/** What authentication needs of a key, with the merchant it acts for. */
export type StoredKey = Omit<ApiKey, 'last4' | 'createdAt' | 'createdBy' | 'name'> & {
  readonly digest: Buffer
  readonly merchantId: MerchantId
}

type KeyRow = Omit<StoredKey, Moments> & Readonly<Record<Moments, string | null>>
type Moments = 'lastUsedAt' | 'expiresAt' | 'revokedAt'

/** Keys by their public ids, revoked or not. The tenant is not known before. */
export async function findApiKeys(em: Em, { keyIds }: { keyIds: readonly string[] }): Promise<StoredKey[]> {
  const text = `SELECT key.id, key.business_id AS "businessId", key.mode, key.scopes, key.digest, owner.merchant_id AS "merchantId",
    key.last_used_at AS "lastUsedAt", key.expires_at AS "expiresAt", key.revoked_at AS "revokedAt"
    FROM api_key AS key JOIN business AS owner ON owner.id = key.business_id WHERE key.id = ANY($1::text[])`
  const rows = await runStatement<KeyRow>(em, text, [keyIds])
  return rows.map((row) => ({
    ...row,
    lastUsedAt: momentOf(row.lastUsedAt),
    expiresAt: momentOf(row.expiresAt),
    revokedAt: momentOf(row.revokedAt),
  }))
}

const momentOf = (text: string | null): Date | null => (text === null ? null : new Date(text))

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

/** The operator whose decisions a session makes; undefined when it makes none. The database judges by its own clock. */
export async function operatorOf(em: Em, { session }: { session: string }): Promise<MerchantId | undefined> {
  const { rows } = await sql<{ merchantId: MerchantId | null }>`SELECT operator_of(${session}::uuid) AS "merchantId"`.execute(tables(em))
  return rows[0]?.merchantId ?? undefined
}

/** Locks an account with a canonical e-mail address FOR UPDATE. The tenant is not known before. */
export async function lockMerchantByEmail(em: Em, { email }: { email: string }) {
  return tables(em)
    .selectFrom('merchant')
    .select(['id', 'emailVerifiedAt', 'operatorSince'])
    .where('email', '=', email)
    .forUpdate()
    .executeTakeFirst()
}

/** Makes a merchant an operator since `since`, or with null no longer one. */
export async function setOperator(em: Em, { merchantId, since }: { merchantId: MerchantId; since: Date | null }): Promise<void> {
  await tables(em).updateTable('merchant').set({ operatorSince: since }).where('id', '=', merchantId).execute()
}

/** E-mail addresses of accounts, by id. */
export async function findEmails(em: Em, { merchantIds }: { merchantIds: readonly MerchantId[] }): Promise<Map<MerchantId, string>> {
  if (merchantIds.length === 0) return new Map()
  const rows = await tables(em)
    .selectFrom('merchant')
    .select(['id', 'email'])
    .where('id', 'in', [...merchantIds])
    .execute()
  return new Map(rows.map(({ id, email }) => [id, email]))
}
