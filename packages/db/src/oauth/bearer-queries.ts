import type { Mode } from '@gateway/domain/kernel/id'
import type { OauthScope } from '@gateway/domain/oauth/scope'
import { sql } from 'kysely'
import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'

/** A live access token with the grant and the client that it was issued to. */
export interface BearerRow {
  readonly merchantId: string
  readonly clientId: string
  readonly grantId: string
  readonly mode: Mode
  /** What token, grant and client agree on. */
  readonly scopes: readonly OauthScope[]
  readonly lastUsedAt: Date | null
}

/** What an access token opens at `at`, by its SHA-256; undefined when token, grant or client has ended. The tenant is not known before. */
export async function findBearer(em: Em, { digest, at }: { digest: Buffer; at: Date }): Promise<BearerRow | undefined> {
  const { rows } = await sql<
    Omit<BearerRow, 'lastUsedAt'> & { lastUsedAt: string | null }
  >`SELECT held.merchant_id AS "merchantId", held.client_id AS "clientId", held.id AS "grantId",
      held.mode, held.last_used_at AS "lastUsedAt",
      ARRAY(SELECT unnest(string_to_array(token.payload ->> 'scope', ' ')) INTERSECT SELECT unnest(held.scopes)
        INTERSECT SELECT unnest(client.scopes)) AS scopes
    FROM oauth_artifact AS token
    JOIN oauth_grant AS held ON held.id = token.grant_id
    JOIN oauth_client AS client ON client.client_id = held.client_id
    WHERE token.model = 'AccessToken' AND token.digest = ${digest} AND token.expires_at > ${at}::timestamptz
      AND held.expires_at > ${at}::timestamptz`.execute(tables(em))
  const [found] = rows
  return found && { ...found, lastUsedAt: found.lastUsedAt === null ? null : new Date(found.lastUsedAt) }
}

/**
 * Notes that a grant was used at `at`, unless its last use was after `notSince`.
 *
 * Locks its row FOR UPDATE SKIP LOCKED: of many requests with one token a single one writes and none waits.
 */
export async function touchGrantSometimes(em: Em, { grantId, at, notSince }: { grantId: string; at: Date; notSince: Date }): Promise<void> {
  await tables(em)
    .updateTable('oauth_grant')
    .set({ lastUsedAt: at })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('oauth_grant')
        .select('id')
        .where('id', '=', grantId)
        .where((held) => held.or([held('lastUsedAt', 'is', null), held('lastUsedAt', '<=', notSince)]))
        .forUpdate()
        .skipLocked(),
    )
    .execute()
}
