import type { MerchantId, Mode } from '@gateway/domain/kernel/id'
import type { AssetCode } from '@gateway/domain/money/asset'
import type { PaymentState } from '@gateway/domain/payments/machine'
import { sql } from 'kysely'
import { isOneOf } from '../kernel/is-one-of.ts'
import { type MetadataMatch, metadataMatches } from '../kernel/metadata-matches.ts'
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
  readonly metadata: MetadataMatch | undefined
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
  if (listing.metadata) matching = matching.where(metadataMatches(sql.ref('metadata'), listing.metadata))
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
  'resolution',
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
  'stateVersion',
  'shownDigest',
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
