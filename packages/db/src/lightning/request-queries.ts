import type { LightningInvoiceRead, LightningRequestKind } from '@gateway/domain/lightning/request'
import type { Insert } from '../kernel/insert-together.ts'
import { isOneOf } from '../kernel/is-one-of.ts'
import { isNoneOf } from '../kernel/page.ts'
import { sql } from 'kysely'
import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'
import type { LightningRequestEntity } from './lightning-request.entity.ts'
import type { LightningWalletEntity } from './lightning-wallet.entity.ts'

/** Rows that are due, without those that are being worked on. */
export interface DueLightning {
  readonly now: Date
  readonly limit: number
  readonly except: readonly string[]
}

/** What a role with a node is asked for, as a row that waits. */
export const waitingRequest = (
  request: Omit<LightningRequestEntity, 'state' | 'calls' | 'tryAt' | 'refusal' | 'answer' | 'endedAt'>,
): Insert => ({
  into: 'lightning_request',
  rows: [{ ...request, state: 'waiting', calls: 0, tryAt: request.createdAt, refusal: null, answer: null, endedAt: null }],
})

/** A request. */
export const findLightningRequest = (em: Em, { id }: { id: string }): Promise<LightningRequestEntity | undefined> =>
  tables(em).selectFrom('lightning_request').selectAll().where('id', '=', id).executeTakeFirst()

/** A request with the merchant's name of its wallet. */
export type RequestOfWallet = LightningRequestEntity & Pick<LightningWalletEntity, 'walletId'>

/** Requests with the names of their wallets. */
export const findRequestsOfWallets = (em: Em, { ids }: { ids: readonly string[] }): Promise<RequestOfWallet[]> =>
  tables(em)
    .selectFrom('lightning_request')
    .innerJoin('lightning_wallet', 'lightning_wallet.id', 'lightning_request.nodeId')
    .selectAll('lightning_request')
    .select('lightning_wallet.walletId')
    .where(isOneOf('lightning_request.id', ids, 'uuid'))
    .execute()

/** The states of requests, which stay until the transaction ends. */
export const lockLightningRequests = (
  em: Em,
  { ids }: { ids: readonly string[] },
): Promise<Pick<LightningRequestEntity, 'id' | 'state'>[]> =>
  tables(em)
    .selectFrom('lightning_request')
    .select(['id', 'state'])
    .where(isOneOf('id', ids, 'uuid'))
    .orderBy('id')
    .forUpdate()
    .execute()

/** Ends requests that wait, and that the caller has locked: there are invoices. */
export async function takeLightningRequests(em: Em, { ids, endedAt }: { ids: readonly string[]; endedAt: Date }): Promise<void> {
  await tables(em)
    .updateTable('lightning_request')
    .set((eb) => ({ state: 'taken', endedAt, tryAt: null, calls: eb('calls', '+', 1) }))
    .where(isOneOf('id', ids, 'uuid'))
    .execute()
}

/** Requests for invoices that are due, the longest due first. */
export const findDueInvoiceRequests = (em: Em, { now, limit, except }: DueLightning): Promise<Pick<LightningRequestEntity, 'id'>[]> =>
  dueRequests(em, { kind: 'invoice', now, except }).select('id').orderBy('tryAt').limit(limit).execute()

/** The longest due request to send of each wallet that is not busy, the longest due wallet first. */
export function findDueSendRequests(
  em: Em,
  { now, limit, except, busy }: DueLightning & { readonly busy: readonly string[] },
): Promise<Pick<LightningRequestEntity, 'id' | 'nodeId'>[]> {
  const ofWallets = dueRequests(em, { kind: 'send', now, except })
    .where(isNoneOf(sql.ref('lightning_request.node_id'), busy))
    .select('lightning_request.id')
    .distinctOn('nodeId')
    .orderBy('nodeId')
    .orderBy('tryAt')
  return tables(em)
    .selectFrom('lightning_request')
    .select(['id', 'nodeId'])
    .where('id', 'in', ofWallets)
    .orderBy('tryAt')
    .limit(limit)
    .execute()
}

/** Invoices to read that are due, the longest due first. */
export const findDueReadings = (em: Em, { now, limit, except }: DueLightning): Promise<Pick<LightningRequestEntity, 'id'>[]> =>
  dueRequests(em, { kind: 'read', now, except }).select('id').orderBy('tryAt').limit(limit).execute()

const dueRequests = (em: Em, { kind, now, except }: Omit<DueLightning, 'limit'> & { readonly kind: LightningRequestKind }) =>
  tables(em)
    .selectFrom('lightning_request')
    .where('kind', '=', kind)
    .where('tryAt', '<=', now)
    .where(isNoneOf(sql.ref('lightning_request.id'), except))

/** How a request ends. */
type Ended = Pick<LightningRequestEntity, 'id' | 'state' | 'refusal'> & { readonly endedAt: Date }

/** Ends a request that waits. False when somebody else has ended it. */
export async function endWaitingRequest(em: Em, { id, ...end }: Ended): Promise<boolean> {
  const { numUpdatedRows } = await tables(em)
    .updateTable('lightning_request')
    .set((eb) => ({ ...end, tryAt: null, calls: eb('calls', '+', 1) }))
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Ends a request that waits with what the node has read; nothing where somebody else has ended it. */
export async function answerRequest(
  em: Em,
  { id, answer, endedAt }: { id: string; answer: LightningInvoiceRead; endedAt: Date },
): Promise<void> {
  await tables(em)
    .updateTable('lightning_request')
    .set((eb) => ({ state: 'taken', answer, endedAt, tryAt: null, calls: eb('calls', '+', 1) }))
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute()
}

/** Withdraws a request that waits, which the api may. False when it was ended meanwhile. */
export async function withdrawRequest(em: Em, { id, endedAt }: { id: string; endedAt: Date }): Promise<boolean> {
  const { numUpdatedRows } = await tables(em)
    .updateTable('lightning_request')
    .set({ state: 'withdrawn', tryAt: null, endedAt })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Lets a request wait again that was withdrawn; one that was taken or refused stays as it is, so that its idempotency key may be freed. */
export async function renewRequest(em: Em, { id, tryAt }: { id: string; tryAt: Date }): Promise<void> {
  await tables(em)
    .updateTable('lightning_request')
    .set({ state: 'waiting', tryAt, endedAt: null })
    .where('id', '=', id)
    .where('state', '=', 'withdrawn')
    .execute()
}

/** Notes why a request came to nothing that was taken. */
export async function noteRefusal(em: Em, { id, refusal }: Pick<LightningRequestEntity, 'id' | 'refusal'>): Promise<void> {
  await tables(em).updateTable('lightning_request').set({ refusal }).where('id', '=', id).execute()
}

/** Forgets requests of a kind that have ended until a moment, but for those whose preimage an open invoice still needs. */
export async function deleteEndedRequests(em: Em, { kind, until }: { kind: LightningRequestKind; until: Date }): Promise<void> {
  await tables(em)
    .deleteFrom('lightning_request')
    .where('kind', '=', kind)
    .where('endedAt', '<=', until)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('lightning_preimage').select('paymentId').whereRef('paymentId', '=', 'lightning_request.id'))),
    )
    .execute()
}
