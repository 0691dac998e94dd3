import type { RefundEntity } from '@gateway/db/payments/refund.entity'
import { lockPayments, savePayments } from '@gateway/db/payments/queries'
import { lockRefunds } from '@gateway/db/payments/refund-queries'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { sql } from 'kysely'
import type { Context } from '../../kernel/context.ts'
import { NOTHING_REFUNDED, readRefunded } from '../../custody/settlement/read-refunded.ts'
import { endRefund } from './end-refund.ts'
import { refreshSplits } from '../forwarding/refresh-split.ts'

/**
 * Updates refunds that a reorg has shrunk for good: their payments count the remaining amount, and a refund without money ends, so that later
 * deposits can be offered and the row matches its replay.
 */
export async function recountRefunds(em: Em, ctx: Context, returnIds: readonly string[]): Promise<void> {
  if (returnIds.length === 0) return
  const known = await tables(em)
    .selectFrom('refund')
    .select('paymentId')
    .where('id', 'in', [...returnIds])
    .execute()
  const payments = await lockPayments(
    em,
    known.map(({ paymentId }) => paymentId),
  )
  for (const back of await lockEmptied(em, returnIds))
    await endRefund(em, ctx, { back, by: 'system', reason: 'money_was_lost', input: 'lose' })
  const returned = await readRefunded(
    em,
    payments.map(({ id }) => id),
  )
  for (const payment of payments) {
    const { plannedUnits, settledUnits } = returned.get(payment.id) ?? NOTHING_REFUNDED
    Object.assign(payment, { returningUnits: plannedUnits, refundedUnits: settledUnits })
  }
  await savePayments(em, payments)
  await refreshSplits(em, payments)
}

/** Locks the refunds without money whose signed attempts, if any, can never be mined. */
async function lockEmptied(em: Em, returnIds: readonly string[]): Promise<RefundEntity[]> {
  const backs = await lockRefunds(em, returnIds)
  const { rows } = await sql<{
    ref: string
  }>`SELECT ref FROM spend_intent leg WHERE purpose = 'payment_refund' AND ref = ANY (${returnIds}::text[]) AND (
      EXISTS (SELECT FROM deposit WHERE deposit.intent_id = leg.id)
      OR EXISTS (SELECT FROM spend_attempt live WHERE live.intent_id = leg.lead_id AND live.state IN ('signed', 'broadcast', 'final')))`.execute(
    tables(em),
  )
  const onTheirWay = new Set(rows.map(({ ref }) => ref))
  return backs.filter(({ id }) => !onTheirWay.has(id))
}
