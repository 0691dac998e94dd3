import { shownHoldReason } from '@gateway/domain/custody/hold-reasons'
import type { KnownDeposit, KnownPayout } from '@gateway/domain/payments/movements'
import { sql } from 'kysely'
import type { SpendIntentEntity } from '../custody/spend-intent.entity.ts'
import type { DepositEntity } from '../chainwatch/deposit.entity.ts'
import { entityRows } from '../kernel/entity-rows.ts'
import { runStatement } from '../kernel/run-statement.ts'
import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'

/** A deposit of a payment. */
export type PaymentDeposit = KnownDeposit & Pick<DepositEntity, 'subjectId'>

/** True of an unsupported token that was flushed since: a flush pays out the whole balance. `deposit` is the table's name in the query. */
export const wasFlushed = (deposit: string) => sql<boolean>`${sql.raw(flushedText(deposit))}`

const flushedText = (deposit: string): string =>
  `(${deposit}.asset IS NULL AND EXISTS (SELECT FROM unsupported_token_flush gone
    WHERE gone.chain = ${deposit}.chain AND gone.subject_id = ${deposit}.subject_id AND gone.token = ${deposit}.token
      AND (gone.height, gone.tx_place, gone.log_place) > (${deposit}.height, ${deposit}.tx_place, ${deposit}.log_place)))`

/** A payout with its payment. */
export interface PaymentPayout extends KnownPayout {
  readonly paymentId: string
}

type Row = Omit<PaymentPayout, 'reason' | 'units' | 'merchantUnits' | 'feeUnits' | 'networkFeeUnits' | 'createdAt'> &
  Pick<SpendIntentEntity, 'holdReason'> &
  Readonly<Record<'units' | 'merchantUnits' | 'feeUnits' | 'networkFeeUnits' | 'createdAt', string>>

/**
 * The first deposits of each of some payments, gone ones too, oldest first: no more than `most` of one are read, because payers control their number.
 * One statement.
 */
export async function findFirstDeposits(
  em: Em,
  { paymentIds, most }: { paymentIds: readonly string[]; most: number },
): Promise<PaymentDeposit[]> {
  const text = `SELECT first.*, ${flushedText('first')} AS is_flushed FROM unnest($1::text[]) AS wanted (id) CROSS JOIN LATERAL (
      SELECT * FROM deposit WHERE subject = 'payment' AND subject_id = wanted.id ORDER BY arrived_at, id LIMIT $2
    ) AS first ORDER BY first.arrived_at, first.id`
  const rows = await runStatement<{ is_flushed: boolean }>(em, text, [paymentIds, most])
  return entityRows(em, 'deposit', rows).map((deposit, at) => ({ ...deposit, isFlushed: rows[at]?.is_flushed ?? false }))
}

/** The forwards and refunds of some payments, oldest first, each with the transaction that was sent or settled it. One statement. */
export async function findPayouts(em: Em, { paymentIds }: { paymentIds: readonly string[] }): Promise<PaymentPayout[]> {
  const { rows } = await sql<Row>`SELECT own.payment_id AS "paymentId", intent.id, intent.purpose, intent.leg, intent.asset, intent.state,
      intent.amount::text AS units, intent.merchant_units::text AS "merchantUnits", intent.fee_units::text AS "feeUnits",
      intent.network_fee_units::text AS "networkFeeUnits", intent.hold_reason AS "holdReason", intent.created_at::text AS "createdAt",
      coalesce(
        (SELECT flush.tx_id FROM flush WHERE flush.intent_id = intent.id),
        (SELECT attempt.handle FROM spend_attempt attempt WHERE attempt.intent_id = intent.lead_id AND attempt.state IN ('broadcast', 'final'))
      ) AS "txId"
    FROM (
      SELECT id AS payment_id, 'forward' AS purpose, id::text AS ref FROM unnest(${[...paymentIds]}::uuid[]) AS id
      UNION ALL
      SELECT payment_id, 'payment_refund', id::text FROM refund WHERE payment_id = ANY (${[...paymentIds]}::uuid[])
    ) AS own JOIN spend_intent AS intent ON intent.purpose = own.purpose AND intent.ref = own.ref
    ORDER BY intent.created_at, intent.leg, intent.id`.execute(tables(em))
  return rows.map(({ holdReason, units, merchantUnits, feeUnits, networkFeeUnits, createdAt, ...row }) => ({
    ...row,
    reason: row.state === 'held' && holdReason !== null ? shownHoldReason(holdReason) : null,
    units: BigInt(units),
    merchantUnits: BigInt(merchantUnits),
    feeUnits: BigInt(feeUnits),
    networkFeeUnits: BigInt(networkFeeUnits),
    createdAt: new Date(createdAt),
  }))
}
