import { lockPayments, savePayments } from '@gateway/db/payments/queries'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import type { Context } from '../../kernel/context.ts'
import { NOTHING_REFUNDED, readRefunded } from '../../custody/settlement/read-refunded.ts'
import { endEmptied } from './shared/end-emptied.ts'
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
    known.flatMap(({ paymentId }) => paymentId ?? []),
  )
  await endEmptied(em, ctx, returnIds)
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
