import type { MerchantId, Mode } from '@gateway/domain/kernel/id'
import { isOneOf } from '../kernel/is-one-of.ts'
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
