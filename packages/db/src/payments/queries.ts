import type { MerchantId, Mode } from '@gateway/domain/kernel/id'
import type { AssetCode } from '@gateway/domain/money/asset'
import { type PaymentState } from '@gateway/domain/payments/machine'
import { sql } from 'kysely'
import { isOneOf } from '../kernel/is-one-of.ts'
import { hasMoney, hasRested } from '../custody/queries.ts'
import { entityRows } from '../kernel/entity-rows.ts'
import { countRows, newestPage } from '../kernel/read-page.ts'
import { runStatement } from '../kernel/run-statement.ts'
import { updateTogether } from '../kernel/update-together.ts'
import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'
import type { PaymentEntity } from './payment.entity.ts'

/** Whose payments a caller may see. */
export interface PaymentScope {
  readonly merchantId: MerchantId
  readonly mode: Mode
  readonly businessId?: string | undefined
}

/** Which of them to list, newest first; `createdBefore` is exclusive. */
export interface PaymentListing {
  readonly states: readonly PaymentState[] | undefined
  readonly refundedOnly: boolean
  readonly asset: AssetCode | undefined
  readonly createdFrom: Date | undefined
  readonly createdBefore: Date | undefined
  readonly limit: number
  readonly offset: number
}

/** One payment by its id alone, with the name of its business. */
export async function findPayment(em: Em, { id }: { id: string }): Promise<(PaymentEntity & { businessName: string }) | undefined> {
  return tables(em)
    .selectFrom('payment')
    .innerJoin('business as owner', 'owner.id', 'payment.businessId')
    .selectAll('payment')
    .select('owner.name as businessName')
    .where('payment.id', '=', id)
    .executeTakeFirst() as Promise<(PaymentEntity & { businessName: string }) | undefined>
}

/** A page of payments, and how many there are in all. */
export async function listPaymentRows(
  em: Em,
  { scope, listing }: { scope: PaymentScope; listing: PaymentListing },
): Promise<{ rows: PaymentEntity[]; total: number }> {
  let matching = scoped(em, scope)
  // Not as parameters: the plan that Postgres keeps for all values does not know how rare a state is, and reads the whole shop for it.
  if (listing.states)
    matching = matching.where(
      'state',
      'in',
      listing.states.map((state) => sql.lit(state)),
    )
  if (listing.refundedOnly) matching = matching.where('refundedUnits', '>', 0n)
  if (listing.asset) matching = matching.where('asset', '=', listing.asset)
  if (listing.createdFrom) matching = matching.where('createdAt', '>=', listing.createdFrom)
  if (listing.createdBefore) matching = matching.where('createdAt', '<', listing.createdBefore)
  const page = newestPage(matching.selectAll(), listing).compile()
  const [rows, total] = await Promise.all([runStatement<object>(em, page.sql, page.parameters), countRows(matching)])
  return { rows: entityRows(em, 'payment', rows), total }
}

/** Payments locked for the rest of the transaction, in id order so that two lockers cannot deadlock; only `advance-payments` and the scanner's judge may call it. */
export async function lockPayments(em: Em, ids: readonly string[]): Promise<PaymentEntity[]> {
  if (ids.length === 0) return []
  return tables(em)
    .selectFrom('payment')
    .selectAll()
    .where(isOneOf('id', ids, 'uuid'))
    .orderBy('id')
    .forUpdate()
    .execute() as Promise<PaymentEntity[]>
}

const MUTABLE_COLUMNS = [
  'state',
  'toleranceUnits',
  'lateVerdict',
  'lateQuoteId',
  'acceptedAt',
  'confirmationsRequired',
  'finalityRequired',
  'receivedUnits',
  'refundedUnits',
  'returningUnits',
  'includedHeight',
  'exceptions',
  'txId',
  'forwardTxId',
  'platformTxId',
  'feeUnits',
  'merchantUnits',
  'networkFeeUnits',
  'eventSequence',
  'stand',
  'updatedAt',
  'detectedAt',
  'confirmedAt',
  'forwardedAt',
] as const

/** Writes back locked payments, many in one statement. Columns that are frozen at creation are never touched. */
export async function savePayments(em: Em, payments: readonly PaymentEntity[]): Promise<void> {
  await updateTogether(em, { table: 'payment', columns: MUTABLE_COLUMNS, rows: payments })
}

function scoped(em: Em, { merchantId, mode, businessId }: PaymentScope) {
  const own = tables(em).selectFrom('payment').where('merchantId', '=', merchantId).where('mode', '=', mode)
  return businessId === undefined ? own : own.where('businessId', '=', businessId)
}

/** Payments whose window ended before a moment and which still wait, oldest first. */
export async function findOverdue(em: Em, { before, limit }: { before: Date; limit: number }): Promise<PaymentEntity[]> {
  return tables(em)
    .selectFrom('payment')
    .selectAll()
    .where('state', '=', 'pending')
    .where('expiresAt', '<=', before)
    .orderBy('expiresAt')
    .limit(limit)
    .execute() as Promise<PaymentEntity[]>
}

/** Payments that wait for money at an address which the signer refuses to pay from. */
export async function findRefused(em: Em, { limit }: { limit: number }): Promise<{ id: string; reason: string }[]> {
  return tables(em)
    .selectFrom('commit_pin')
    .innerJoin('commit', 'commit.id', 'commit_pin.commitId')
    .innerJoin('payment', (join) => join.on(sql`payment.id`, '=', sql`commit.subject_id`))
    .select(['payment.id', 'commit_pin.refused as reason'])
    .where('commit_pin.refused', 'is not', null)
    .where('commit.subject', '=', 'payment')
    .where('payment.state', '=', 'pending')
    .limit(limit)
    .$narrowType<{ reason: string }>()
    .execute()
}

/** Payments that were confirmed before a moment and whose forward is not signed, oldest first. */
export async function findUnsigned(em: Em, { before, limit }: { before: Date; limit: number }): Promise<PaymentEntity[]> {
  return tables(em)
    .selectFrom('payment')
    .selectAll()
    .where('state', '=', 'confirmed')
    .where('confirmedAt', '<=', before)
    .orderBy('confirmedAt')
    .limit(limit)
    .execute() as Promise<PaymentEntity[]>
}

/** Payments with a round of forwarding that was planned before a moment, is not signed, and is not what they wait for; with the number of the round. */
export async function findUnsignedRounds(
  em: Em,
  { now, before, limit }: { now: Date; before: Date; limit: number },
): Promise<(PaymentEntity & { leg: number })[]> {
  return tables(em)
    .selectFrom('spend_intent as round')
    .innerJoin('payment as paid', (join) => join.on(sql<boolean>`paid.id = round.ref::uuid`))
    .selectAll('paid')
    .select('round.leg')
    .where('round.purpose', '=', 'forward')
    .where('round.state', 'in', ['planned', 'held'])
    .where('round.createdAt', '<=', before)
    .where('paid.state', '!=', 'confirmed')
    .where(hasRested('round', now))
    .where(hasMoney('round'))
    .orderBy('round.createdAt')
    .limit(limit)
    .execute() as Promise<(PaymentEntity & { leg: number })[]>
}

/** Expired payments with enough money about which nothing was decided, because there was no price. */
export async function findUndecided(em: Em, { limit }: { limit: number }): Promise<PaymentEntity[]> {
  return tables(em)
    .selectFrom('payment')
    .selectAll()
    .where('state', '=', 'expired')
    .where('lateVerdict', 'is', null)
    .where('acceptedAt', 'is', null)
    .where('returningUnits', '=', 0n)
    .where(sql<boolean>`received_units >= due_units - tolerance_units`)
    .orderBy('id')
    .limit(limit)
    .execute() as Promise<PaymentEntity[]>
}

/** Payments in id order, behind the last one of the page before; that of the first page is empty. */
export interface Page {
  readonly after: string
  readonly limit: number
}

/** Every payment there is, in id order, a page at a time. */
export const findPage = (em: Em, { after, limit }: Page): Promise<PaymentEntity[]> =>
  pageAfter(em, after).limit(limit).execute() as Promise<PaymentEntity[]>

/** Every payment that has not ended, in id order, a page at a time. */
export const findOpen = (em: Em, { after, limit }: Page): Promise<PaymentEntity[]> =>
  pageAfter(em, after).where('state', 'in', ['pending', 'detected', 'confirmed', 'forwarding']).limit(limit).execute() as Promise<
    PaymentEntity[]
  >

function pageAfter(em: Em, after: string) {
  const all = tables(em).selectFrom('payment').selectAll().orderBy('id')
  return after === '' ? all : all.where('id', '>', after)
}
