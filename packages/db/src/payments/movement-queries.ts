import { shownHoldReason } from '@gateway/domain/custody/hold-reasons'
import { type KnownDeposit, type KnownPayout, type Movements, NO_MOVEMENTS } from '@gateway/domain/payments/movements'
import { sql } from 'kysely'
import type { SpendIntentEntity } from '../custody/spend-intent.entity.ts'
import type { DepositEntity } from '../chainwatch/deposit.entity.ts'
import { entityRows } from '../kernel/rows/entity-rows.ts'
import { runStatement } from '../kernel/run-statement.ts'
import type { Em } from '../orm.ts'

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

/** A deposit as a statement shows it. */
interface DepositRow {
  readonly is_flushed: boolean
}

/** A payout as a statement shows it. */
type PayoutRow = Omit<PaymentPayout, 'reason' | 'units' | 'merchantUnits' | 'feeUnits' | 'networkFeeUnits' | 'createdAt'> &
  Pick<SpendIntentEntity, 'holdReason'> &
  Readonly<Record<'units' | 'merchantUnits' | 'feeUnits' | 'networkFeeUnits' | 'createdAt', string>>

/** Payouts of `own`, which names what they are for, oldest first, each with the transaction that was sent or settled it. */
const payoutsText = (
  own: string,
): string => `SELECT own.payment_id AS "paymentId", intent.id, intent.purpose, intent.leg, intent.asset, intent.state,
      intent.amount::text AS units, intent.merchant_units::text AS "merchantUnits", intent.fee_units::text AS "feeUnits",
      intent.network_fee_units::text AS "networkFeeUnits", intent.hold_reason AS "holdReason", intent.created_at::text AS "createdAt",
      coalesce(
        (SELECT flush.tx_id FROM flush WHERE flush.intent_id = intent.id),
        (SELECT attempt.handle FROM spend_attempt attempt WHERE attempt.intent_id = intent.lead_id AND attempt.state IN ('broadcast', 'final'))
      ) AS "txId"
    FROM (${own}) AS own JOIN spend_intent AS intent ON intent.purpose = own.purpose AND intent.ref = own.ref
    ORDER BY intent.created_at, intent.leg, intent.id`

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
  return depositsOf(em, await runStatement<DepositRow>(em, text, [paymentIds, most]))
}

/** The forwards and refunds of some payments, oldest first. One statement. */
export async function findPayouts(em: Em, { paymentIds }: { paymentIds: readonly string[] }): Promise<PaymentPayout[]> {
  const own = `SELECT id AS payment_id, 'forward' AS purpose, id::text AS ref FROM unnest($1::uuid[]) AS id
      UNION ALL
      SELECT payment_id, 'payment_refund', id::text FROM refund WHERE payment_id = ANY ($1::uuid[])`
  return (await runStatement<PayoutRow>(em, payoutsText(own), [paymentIds])).map(payoutOf)
}

/** A row with `movementColumns`, as `runStatement` brings it. */
export interface MovementsRow {
  readonly deposits: readonly DepositRow[] | null
  readonly payouts: readonly PayoutRow[] | null
}

/**
 * Columns of a statement over `payment`: what the two queries above find for each, as JSON; null for nothing. Amounts are text, which JSON numbers would
 * round.
 */
export const movementColumns = ({ most }: { most: number }): string => `(
      SELECT json_agg(to_jsonb(first) || jsonb_build_object('units', first.units::text, 'is_flushed', ${flushedText('first')}) ORDER BY first.arrived_at, first.id)
      FROM (SELECT * FROM deposit WHERE subject = 'payment' AND subject_id = payment.id::text ORDER BY arrived_at, id LIMIT ${most}) AS first
    ) AS deposits, (
      SELECT json_agg(payout) FROM (${payoutsText(`SELECT payment.id AS payment_id, 'forward' AS purpose, payment.id::text AS ref
        UNION ALL
        SELECT refund.payment_id, 'payment_refund', refund.id::text FROM refund WHERE refund.payment_id = payment.id`)}) AS payout
    ) AS payouts`

/** The movements of such a row. */
export const movementsIn = (em: Em, { deposits, payouts }: MovementsRow): Movements =>
  deposits === null && payouts === null
    ? NO_MOVEMENTS
    : { deposits: depositsOf(em, deposits ?? []), payouts: (payouts ?? []).map(payoutOf) }

const depositsOf = (em: Em, rows: readonly DepositRow[]): PaymentDeposit[] =>
  entityRows(em, 'deposit', rows).map((deposit, at) => ({ ...deposit, isFlushed: rows[at]?.is_flushed ?? false }))

const payoutOf = ({ holdReason, units, merchantUnits, feeUnits, networkFeeUnits, createdAt, ...row }: PayoutRow): PaymentPayout => ({
  ...row,
  reason: row.state === 'held' && holdReason !== null ? shownHoldReason(holdReason) : null,
  units: BigInt(units),
  merchantUnits: BigInt(merchantUnits),
  feeUnits: BigInt(feeUnits),
  networkFeeUnits: BigInt(networkFeeUnits),
  createdAt: new Date(createdAt),
})
