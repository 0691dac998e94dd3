import type { MerchantId } from '@gateway/domain/kernel/id'
import type { OauthScope } from '@gateway/domain/oauth/scope'
import { sql } from 'kysely'
import type { PageBounds } from '../kernel/read-page.ts'
import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'

/** What a merchant has allowed one client. */
export interface AllowedScope {
  readonly merchantId: MerchantId
  readonly clientId: string
}

interface Allowed<Moment> {
  readonly clientId: string
  readonly name: string
  readonly scopes: OauthScope[]
  readonly grantedAt: Moment
  readonly lastUsedAt: Moment | null
}

/**
 * A page of the clients that a merchant has let in, those allowed last first, and how many there are in all. What a client may do is what its live grants
 * hold and what it is given again without a question, which `payments` never is. A sign-in without a question allows nothing anew.
 */
export async function listAllowedClients(
  em: Em,
  { merchantId, at, limit, offset }: { merchantId: MerchantId; at: Date } & PageBounds,
): Promise<{ consents: Allowed<Date>[]; total: number }> {
  const allowed = sql`SELECT client_id, unnest(array_remove(scopes, 'payments')) AS scope, granted_at, NULL::timestamptz AS signed_in_at,
      NULL::timestamptz AS last_used_at FROM oauth_consent WHERE merchant_id = ${merchantId}::uuid
    UNION ALL SELECT client_id, unnest(scopes), NULL, signed_in_at, last_used_at
      FROM oauth_grant WHERE merchant_id = ${merchantId}::uuid AND expires_at > ${at}::timestamptz`
  const { rows } = await sql<Allowed<string>>`SELECT client.client_id AS "clientId", client.name, array_agg(DISTINCT scope) AS scopes,
      coalesce(max(granted_at), max(signed_in_at)) AS "grantedAt", max(last_used_at) AS "lastUsedAt"
    FROM (${allowed}) AS allowed JOIN oauth_client AS client USING (client_id)
    GROUP BY client.client_id, client.name ORDER BY "grantedAt" DESC, client.client_id DESC LIMIT ${limit} OFFSET ${offset}`.execute(
    tables(em),
  )
  const counted = await sql<{ total: string }>`SELECT count(DISTINCT client_id) AS total FROM (${allowed}) AS allowed`.execute(tables(em))
  return { consents: rows.map(withMoments), total: Number(counted.rows[0]?.total ?? 0) }
}

const withMoments = ({ grantedAt, lastUsedAt, ...row }: Allowed<string>): Allowed<Date> => ({
  ...row,
  grantedAt: new Date(grantedAt),
  lastUsedAt: lastUsedAt === null ? null : new Date(lastUsedAt),
})

/** Ends every grant of a client that holds more than these scopes, with its tokens, and forgets such consents. @returns how many grants. */
export async function endWiderGrants(em: Em, { clientId, scopes }: { clientId: string; scopes: readonly OauthScope[] }): Promise<number> {
  const isWider = sql<boolean>`NOT (scopes <@ ${[...scopes]}::text[])`
  const ended = await tables(em).deleteFrom('oauth_grant').where('clientId', '=', clientId).where(isWider).executeTakeFirst()
  await tables(em).deleteFrom('oauth_consent').where('clientId', '=', clientId).where(isWider).execute()
  return Number(ended.numDeletedRows)
}

/** Ends every grant of a client to one merchant, with its tokens. @returns how many. */
export async function deleteGrants(em: Em, { merchantId, clientId }: AllowedScope): Promise<number> {
  const own = tables(em).deleteFrom('oauth_grant').where('merchantId', '=', merchantId)
  return Number((await own.where('clientId', '=', clientId).executeTakeFirst()).numDeletedRows)
}

/** Forgets every consent that one merchant has given a client. @returns how many. */
export async function deleteConsents(em: Em, { merchantId, clientId }: AllowedScope): Promise<number> {
  const own = tables(em).deleteFrom('oauth_consent').where('merchantId', '=', merchantId)
  return Number((await own.where('clientId', '=', clientId).executeTakeFirst()).numDeletedRows)
}
