import { awaitedKinds } from '@gateway/domain/identity/issuer-request'
import { sql } from 'kysely'
import { isNoneOf } from '../kernel/page.ts'
import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'
import type { IssuerRequestEntity } from './issuer-request.entity.ts'

/** Asks the issuer for something. */
export async function insertIssuerRequest(
  em: Em,
  request: Pick<IssuerRequestEntity, 'id' | 'merchantId' | 'kind' | 'wanted' | 'createdAt'>,
): Promise<void> {
  const fresh = { state: 'waiting' as const, calls: 0, tryAt: request.createdAt, refusal: null, credentialId: null, endedAt: null }
  await tables(em)
    .insertInto('issuer_request')
    .values({ ...request, ...fresh })
    .execute()
}

/** A request. */
export const findIssuerRequest = (em: Em, { id }: { id: string }): Promise<IssuerRequestEntity | undefined> =>
  tables(em).selectFrom('issuer_request').selectAll().where('id', '=', id).executeTakeFirst()

/** A request that waits, which nobody else ends until the transaction does; undefined once it has ended. */
export const lockWaitingRequest = (em: Em, { id }: { id: string }): Promise<IssuerRequestEntity | undefined> =>
  tables(em).selectFrom('issuer_request').selectAll().where('id', '=', id).where('state', '=', 'waiting').forUpdate().executeTakeFirst()

/** Nobody waits for a credential of a settlement, and an outage leaves many. */
const isUnhurried = sql<boolean>`(issuer_request.kind = 'settlement')`

/** The longest due requests, credentials of settlements after all others. */
export const findDueIssuerRequests = (
  em: Em,
  { now, limit, except }: { now: Date; limit: number; except: readonly string[] },
): Promise<Pick<IssuerRequestEntity, 'id' | 'merchantId'>[]> =>
  tables(em)
    .selectFrom('issuer_request')
    .select(['id', 'merchantId'])
    .where('tryAt', '<=', now)
    .where(isNoneOf(sql.ref('issuer_request.id'), except))
    .orderBy(isUnhurried)
    .orderBy('tryAt')
    .limit(limit)
    .execute()

/** How the issuer ends a request. */
type Ended = Pick<IssuerRequestEntity, 'id' | 'refusal' | 'credentialId'> & { readonly endedAt: Date }

/** Ends a request that the caller has locked: `taken`, or `refused` with a reason. */
export async function endIssuerRequest(em: Em, { id, refusal, credentialId, endedAt }: Ended): Promise<void> {
  const state = refusal ? ('refused' as const) : ('taken' as const)
  await tables(em)
    .updateTable('issuer_request')
    .set((eb) => ({ state, refusal, credentialId, endedAt, tryAt: null, calls: eb('calls', '+', 1) }))
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute()
}

/** Withdraws a request that waits, which the api may. */
export async function withdrawIssuerRequest(em: Em, { id, endedAt }: { id: string; endedAt: Date }): Promise<void> {
  await tables(em)
    .updateTable('issuer_request')
    .set({ state: 'withdrawn', tryAt: null, endedAt })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute()
}

/** Withdraws requests that a caller was to wait for and that have waited since a moment. */
export async function withdrawAbandonedRequests(em: Em, { since, endedAt }: { since: Date; endedAt: Date }): Promise<void> {
  await tables(em)
    .updateTable('issuer_request')
    .set({ state: 'withdrawn', tryAt: null, endedAt })
    .where(isUnhurried, '=', false)
    .where('tryAt', '<=', since)
    .where('kind', 'in', awaitedKinds)
    .execute()
}

/** Lets a request wait again that was withdrawn. */
export async function renewIssuerRequest(em: Em, { id, tryAt }: { id: string; tryAt: Date }): Promise<void> {
  await tables(em)
    .updateTable('issuer_request')
    .set({ state: 'waiting', tryAt, endedAt: null })
    .where('id', '=', id)
    .where('state', '=', 'withdrawn')
    .execute()
}

/** Forgets requests that have ended until a moment. */
export async function deleteEndedIssuerRequests(em: Em, { until }: { until: Date }): Promise<void> {
  await tables(em).deleteFrom('issuer_request').where('endedAt', '<=', until).execute()
}
